"""Forecasts of what a proposal would do, before anybody votes on it."""
