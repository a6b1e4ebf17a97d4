pith_knowledge(filter hosts)
