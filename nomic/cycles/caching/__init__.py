"""Caches of a cycle's rows: a read cache for pages and a write cache for acts."""
