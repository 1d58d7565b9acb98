"""Why a sentence is not understood as a rule, and what is nearest to it.

A function that returns a `Trouble` returns None if the sentence does not have it.
"""
