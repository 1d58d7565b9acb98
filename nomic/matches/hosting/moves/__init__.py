"""Moves and standing orders as actions of the cycle."""
