"""Ballots and counting rules. Pure functions on names, without database or floating-point numbers."""
