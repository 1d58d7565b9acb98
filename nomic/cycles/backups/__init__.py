"""Backups: the whole database in one file, and proof after a restore that the journal still gives the state."""
