pith_knowledge(article addresses authors credits dates page_state titles)
