"""Descriptions and tables of the Hall's cards, and trial runs of cards that a proposal changes."""
