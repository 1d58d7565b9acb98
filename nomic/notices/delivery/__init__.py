"""Delivery of notices by mail and webhook through the outbox."""
