pith_generate(OUT text/encoding_tables.hpp SCRIPT src/text/generate_tables.py)
pith_knowledge(text date_words)
pith_generate(OUT text/language_tables.hpp SCRIPT src/text/generate_languages.py
              ARGS ${PROJECT_SOURCE_DIR}/models/languages DEPENDS models/languages)

# The Unicode Character Database: Debian has it in unicode-data, others in other folders.
find_path(PITH_UNICODE_DATA DerivedNormalizationProps.txt
          PATHS /usr/share/unicode /usr/share/unicode/ucd /usr/share/unicode-data NO_DEFAULT_PATH REQUIRED
          DOC "Folder of the Unicode Character Database (Debian: unicode-data; https://www.unicode.org/Public/)")
pith_generate(OUT text/idna_tables.hpp SCRIPT src/text/generate_idna.py ARGS ${PITH_UNICODE_DATA})
