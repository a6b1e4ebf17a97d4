pith_generate(OUT text/encoding_tables.hpp SCRIPT src/text/generate_tables.py)
pith_knowledge(text date_words languages)
