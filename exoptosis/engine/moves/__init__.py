"""The moves of the game: their definitions, which are legal, and how one is carried out."""
