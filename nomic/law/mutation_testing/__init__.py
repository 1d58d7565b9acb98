"""Mutants of laws and of code. They show whether the tests notice a change."""
