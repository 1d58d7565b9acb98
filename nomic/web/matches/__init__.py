"""The page of a match: its board, move form and draft of a move."""
