"""Bots that play Tetromic."""
