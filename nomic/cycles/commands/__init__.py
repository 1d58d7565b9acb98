"""Execution of an act: precheck, idempotency, group commit, and the single act."""
