"""Dungeon: levels of hexes, plans made in secret, and what is carried out alive."""
