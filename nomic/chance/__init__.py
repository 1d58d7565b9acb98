"""Chance that can be checked: seeds, draws, picks, dice notation. Pure; the records live in the journal."""
