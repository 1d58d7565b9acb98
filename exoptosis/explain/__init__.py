"""Sentences and tables about the Hall's cards, and trial runs of cards that a proposal changes."""
