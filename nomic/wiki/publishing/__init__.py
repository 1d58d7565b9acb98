"""The publisher, from stale rows to the wiki: claim, render, read, merge, save, record."""
