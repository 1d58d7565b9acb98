"""Backups: the whole database in one file, and a check after restoring that the journal reproduces the state."""

from django.dispatch import Signal

backup_made = Signal()  # sent when a backup is complete
