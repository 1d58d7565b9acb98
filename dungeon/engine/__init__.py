"""The engine of Dungeon, in plain Python."""
