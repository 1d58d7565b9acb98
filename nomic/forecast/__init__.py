"""What a proposal would do, looked at before anybody votes on it."""
