"""Closing and suspending accounts."""
