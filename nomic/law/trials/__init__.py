"""Trial runs of a proposed law, and the budget of their steps."""
