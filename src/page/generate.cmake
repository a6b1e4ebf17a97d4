pith_knowledge(page comments discussions names post_dates sections)
