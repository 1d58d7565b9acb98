"""Differences between two laws, and summaries of them in sentences."""
