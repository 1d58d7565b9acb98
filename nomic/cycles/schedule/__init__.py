"""Deadlines, phases, outages, and settling."""
