"""Agents of playtests: their personas, goals and turns."""
