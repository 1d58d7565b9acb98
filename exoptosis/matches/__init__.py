"""Battles and duels as matches of a cycle, and the effect of their results on items and cards."""
