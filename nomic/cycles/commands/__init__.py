"""Performing an act: precheck, idempotency, group commit, and the stages under the lock."""
