"""Battles and duels as matches of a cycle, and what their results do to items and cards."""
