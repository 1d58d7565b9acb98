"""Cards within a game: drawing, showing, changing and duplicating them."""
