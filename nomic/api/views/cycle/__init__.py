"""Views of a cycle: its state, journal, draws, players, event stream and wiki status."""
