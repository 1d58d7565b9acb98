"""Voting and counting votes (R10)."""
