"""Views of a game, one for each viewer."""
