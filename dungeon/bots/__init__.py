"""Bots that play Dungeon."""
