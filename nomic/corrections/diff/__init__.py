"""The public difference between a cycle and its corrected fork."""
