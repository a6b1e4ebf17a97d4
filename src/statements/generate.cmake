pith_knowledge(statements addresses headings metas)
