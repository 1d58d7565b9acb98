"""Correcting the past: what was wrong is told again in a fork, looked at by everybody, and adopted or dropped."""
