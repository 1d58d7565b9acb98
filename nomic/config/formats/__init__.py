"""Formats of dates where Django writes them: in the admin."""
