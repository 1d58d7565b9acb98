"""Backups: the whole database in one file, and a check after restoring that the journal reproduces the state."""

from django.dispatch import Signal

backup_made = Signal()  # with `at`, when a backup was made; sent when it is complete, and when it is restored
