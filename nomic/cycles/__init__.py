"""Cycles: the journal, the entry point for changes (`perform`), time (`settle`) and history (`replay`)."""
