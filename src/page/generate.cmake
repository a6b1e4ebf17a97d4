pith_knowledge(page comments names post_dates sections)
