"""Offices defined by law, and their elections. The clause of an office expands to values, actions and triggers."""
