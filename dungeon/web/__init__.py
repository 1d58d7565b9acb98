"""The pages of Dungeon, the only modules of the game that import `nomic.web`."""
