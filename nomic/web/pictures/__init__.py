"""Drawings of cards: named pictures from an SVG sprite, pips, and emblems generated from a name."""
