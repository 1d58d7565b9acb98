"""Checks of a law's clauses before they are accepted."""
