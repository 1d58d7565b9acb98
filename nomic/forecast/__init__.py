"""Forecasts of a proposal's effects, before anybody votes on it."""
