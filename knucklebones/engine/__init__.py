"""The engine of Knucklebones, in plain Python."""
