"""Drawings of cards: pictures of the sprite by name, pips, and emblems made from a name."""
