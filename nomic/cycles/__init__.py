"""Cycles: the journal, the single entry point for changes (`perform`), time (`settle`) and history (`replay`)."""
