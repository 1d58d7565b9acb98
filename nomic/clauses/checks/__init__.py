"""Checks of a law's clauses before the law is accepted."""
