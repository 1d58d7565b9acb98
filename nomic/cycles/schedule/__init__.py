"""Deadlines, phases, outages, and settling what is due."""
