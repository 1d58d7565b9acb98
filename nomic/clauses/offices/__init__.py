"""Offices defined by law, and their elections. An office's clause expands to values, actions and triggers."""
