"""Views of a cycle: its home page, journal, draws, players, trades and questions."""
