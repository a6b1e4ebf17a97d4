pith_knowledge(article authors credits dates links page_state titles)
