"""Mutants of laws and of code, which show whether the tests detect a change."""
