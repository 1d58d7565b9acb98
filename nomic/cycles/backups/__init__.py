"""Backups: the whole database in one file, and a check after a restore that the journal reproduces the state."""
