"""Appending entries to the journal: the single writer, its hash chain, and failed entries."""
