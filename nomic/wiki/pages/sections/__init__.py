"""Sections of the gamestate and main pages: trades, corrections, how to play, and a recap."""
