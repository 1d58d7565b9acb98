"""Notifications about the court."""
