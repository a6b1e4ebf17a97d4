pith_generate(OUT serve/openapi.inc SCRIPT src/serve/generate_openapi.py ARGS VERSION DEPENDS VERSION)
