"""From rows that are stale to what stands on the wiki: claim, render, read, place, save, record."""
