"""Replaying, forking and rewriting a journal, and exporting its proof."""
