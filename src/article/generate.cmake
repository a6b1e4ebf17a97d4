pith_knowledge(article authors bylines credits dates links page_state titles)
