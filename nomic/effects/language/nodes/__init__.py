"""Nodes of the language: numbers, sets, conditions, values."""
