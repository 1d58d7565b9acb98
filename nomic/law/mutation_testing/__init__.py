"""Mutants of laws and of code, which show whether the tests notice a change."""
