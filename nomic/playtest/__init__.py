"""Playtests: agents with personas play a whole cycle through the API."""
