"""Nodes that are evaluated: numbers, sets, conditions and other values."""
