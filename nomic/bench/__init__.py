"""Benchmarks: `manage.py bench`.

Their figures are for comparison and for finding slow code; no test depends on them.
"""
