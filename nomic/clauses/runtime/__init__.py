"""Running the effect of a clause in a cycle: its world, questions, chains and outcomes."""
