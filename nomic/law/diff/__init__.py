"""Differences between two laws, and their summary in words."""
