pith_generate(OUT evaluate/python_characters.hpp SCRIPT src/evaluate/generate_characters.py)
# What scripts/web.sh has made of the workbench's components for pages by themselves, where it has.
file(GLOB report_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/build/report/*)
pith_generate(
  OUT evaluate/report_assets.hpp
  SCRIPT src/evaluate/generate_report.py
  ARGS ${PROJECT_SOURCE_DIR}/build/report
  DEPENDS ${report_files})
