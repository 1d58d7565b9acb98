"""Views of a match for one viewer: board, allow-listed state, export."""
