"""Joining and leaving a cycle, and who may join."""
