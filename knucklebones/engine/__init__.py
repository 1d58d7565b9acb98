"""The game itself, in plain Python."""
