"""Battles and duels as matches of a cycle, and how their results affect items and cards."""
