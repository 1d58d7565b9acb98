"""Bots that play Knucklebones."""
