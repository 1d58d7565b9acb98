"""Worked examples that are computed instead of run: votes on proposals, and the ways into an office.

Conditions, weights and counts are those of real votes, evaluated in an act of the trial. Only the votes are made up.
"""
