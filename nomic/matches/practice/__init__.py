"""Bots in practice cycles, so that a newcomer can play and vote at once."""
