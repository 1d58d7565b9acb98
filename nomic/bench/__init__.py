"""Benchmarks, run by `manage.py bench`.

Compare their figures between versions to find slow code. No test depends on them.
"""
