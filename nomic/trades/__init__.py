"""Trades: two players give each other items and cards, both of them willing (R21)."""
