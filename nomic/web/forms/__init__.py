"""Forms of actions, answers and trades, and where they lead."""
