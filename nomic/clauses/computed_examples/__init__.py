"""Worked examples that are computed instead of run: votes on proposals, and the ways into an office."""
