pith_generate(OUT html/entities.inc SCRIPT src/html/generate_entities.py)
