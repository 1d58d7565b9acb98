"""Views of matches and the moves in them."""
