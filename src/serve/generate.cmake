pith_generate(OUT serve/openapi.inc SCRIPT src/serve/generate_openapi.py ARGS VERSION DEPENDS VERSION)
# The workbench as scripts/web.sh has built it, where it has: its names change with what is in them.
file(GLOB_RECURSE workbench_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/build/web/*)
pith_generate(
  OUT serve/workbench_assets.inc
  SCRIPT src/serve/generate_workbench.py
  ARGS ${PROJECT_SOURCE_DIR}/build/web
  DEPENDS ${workbench_files})
