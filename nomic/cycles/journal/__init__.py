"""Appending entries to the journal: the one writer, its hash chain, and failed entries."""
