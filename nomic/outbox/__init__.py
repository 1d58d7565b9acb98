"""Common code of the outboxes of notices and of the wiki: leases, workers, retries, errors, wake-ups."""
