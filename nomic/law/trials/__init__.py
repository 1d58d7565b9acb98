"""Trial runs of a proposed law, and their budget of steps."""
