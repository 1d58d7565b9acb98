"""Simulated dungeons without a database, their invariants, and benchmarks."""
