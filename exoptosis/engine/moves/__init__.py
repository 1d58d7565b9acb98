"""The moves of the game: their definitions, legality and implementation."""
