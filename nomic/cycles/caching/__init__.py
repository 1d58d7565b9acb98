"""Caches of a cycle's rows between acts and between pages."""
