"""Running a clause's effect in a cycle: its world, questions, chains and outcomes."""
