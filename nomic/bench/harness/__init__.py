"""Shared code of all benchmarks: databases, servers, load clients, fixtures, results."""
