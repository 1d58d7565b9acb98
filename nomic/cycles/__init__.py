"""Cycles: the journal, the one way to change a cycle (`perform`), time (`settle`) and history (`replay`)."""
