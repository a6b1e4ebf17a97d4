pith_generate(OUT evaluate/python_characters.hpp SCRIPT src/evaluate/generate_characters.py)
