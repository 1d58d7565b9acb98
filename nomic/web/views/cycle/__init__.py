"""Views of a cycle: its home, journal, draws, players, trades and questions."""
