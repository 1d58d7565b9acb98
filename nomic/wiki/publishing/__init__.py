"""The publisher, which processes stale pages: claim, render, read, merge, save, record."""
