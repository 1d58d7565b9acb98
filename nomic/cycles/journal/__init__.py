"""Appending to the journal: its only writer, the hash chain, failed entries, and revealed arguments."""
