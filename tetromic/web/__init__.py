"""The pages of Tetromic, the only modules of the game that import `nomic.web`."""
