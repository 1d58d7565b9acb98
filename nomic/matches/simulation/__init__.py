"""Matches without a host: between bots, at random, or again from a record; and what they show. Plain Python."""
