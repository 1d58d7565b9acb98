"""Trades: two players exchange items and cards by mutual consent (R21)."""
