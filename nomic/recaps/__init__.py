"""Recaps of phases: the news of one phase, read from the journal."""
