"""Hosting of games: the engine contract, matches, seats, moves and deadlines.

Contains no code for a particular game.
"""
