"""Hosting of games: the engine contract, matches, seats, moves and deadlines.

No code here is for a particular game.
"""
