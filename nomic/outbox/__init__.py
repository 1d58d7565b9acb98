"""Shared by the outboxes of notices and of the wiki: leases, workers, retries, delivery errors, wake-ups."""
