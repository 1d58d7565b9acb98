"""Sections of the gamestate and of the main page: trades, corrections, how to play."""
