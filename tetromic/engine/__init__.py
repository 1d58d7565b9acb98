"""The engine of Tetromic, in plain Python."""
