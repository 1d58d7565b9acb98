"""Matches without a host: simulations with bots, random checks, replays from a record, and reports. Plain Python."""
