"""Worked examples of votes: how the current players would decide a proposal of each class, and fill an office.

Conditions, weights and counts are those of real votes, evaluated in an act of the trial. Only the votes are made up.
"""
