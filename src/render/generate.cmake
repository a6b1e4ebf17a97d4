pith_knowledge(render code images)
