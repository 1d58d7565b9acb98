"""Caches of a cycle's rows: one for acts, one for pages."""
