"""Agents: their personas and goals, and what they do in a turn."""
