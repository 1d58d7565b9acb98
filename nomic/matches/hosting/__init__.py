"""Matches of a cycle: stored, stepped, timed, shown to whoever may see them. Knows no game by name."""
