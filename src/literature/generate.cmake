pith_knowledge(literature notices title_words)
