"""The Hall's pages. Only these modules of the game import `nomic.web`."""
