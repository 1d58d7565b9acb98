"""Simulated games without a database, their invariants, and benchmarks."""
