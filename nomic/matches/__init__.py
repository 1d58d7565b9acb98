"""Hosting games: what a game is, its matches, seats, moves and deadlines. Knows no game by name."""
