"""Dungeon: levels of hexes, secret plans, and the loot that players bring out alive."""
