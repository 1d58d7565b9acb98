"""The pages of Knucklebones, the only modules of the game that import `nomic.web`."""
