"""Ballots and the rules by which they are counted. Pure functions on names: no game, no database, no floats."""
