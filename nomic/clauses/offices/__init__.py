"""Offices and their elections by law. An office is made of values, actions and triggers that its clause expands to."""
