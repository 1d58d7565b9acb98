"""Bots in practice cycles, so that newcomers can play and vote at once."""
