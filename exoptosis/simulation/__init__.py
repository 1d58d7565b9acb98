"""Simulated battles and duels without a database, their invariants, and benchmarks."""
