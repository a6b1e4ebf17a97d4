pith_generate(OUT evaluate/python_characters.hpp SCRIPT src/evaluate/generate_characters.py)
pith_generate(
  OUT evaluate/report_assets.hpp
  SCRIPT src/evaluate/generate_report.py
  ARGS ${PROJECT_SOURCE_DIR}/src/evaluate/report ${PROJECT_SOURCE_DIR}/web/src/palette.css
  DEPENDS web/src/palette.css src/evaluate/report/common.css src/evaluate/report/report.css src/evaluate/report/body.html
          src/evaluate/report/report.js src/evaluate/report/annotated.css src/evaluate/report/annotated.html)
