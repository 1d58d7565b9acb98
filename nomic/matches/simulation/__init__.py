"""Matches without a host: simulations between bots, random checks, replays from a record, and reports. Plain Python."""
