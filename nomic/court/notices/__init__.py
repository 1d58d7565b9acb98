"""Notices about the court."""
