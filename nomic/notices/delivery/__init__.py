"""Delivering notifications by mail and webhook through the outbox."""
