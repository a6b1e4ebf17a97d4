pith_knowledge(statements addresses discussions headings metas)
