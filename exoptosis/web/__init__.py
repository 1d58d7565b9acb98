"""The Hall's pages, the only modules of the game that import `nomic.web`."""
