"""Cards within a game: how they are drawn, shown, changed and duplicated."""
