"""Explains why a sentence is not understood as a rule, and finds the nearest sentences that are.

A function that returns a `Trouble` returns None if the sentence does not have it.
"""
