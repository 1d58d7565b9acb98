"""The `World` of effects outside of matches: what it reads, what it changes, and the results in words."""
