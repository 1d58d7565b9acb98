"""Agents that play: personas, goals, and what each does in a turn."""
