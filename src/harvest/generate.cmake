pith_knowledge(harvest harvest)
