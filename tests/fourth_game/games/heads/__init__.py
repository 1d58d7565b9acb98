"""Heads, a whole game in a folder: whoever first tosses heads often enough wins."""
