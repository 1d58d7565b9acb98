"""Views of a match for one viewer: the board, the visible state, and the export."""
