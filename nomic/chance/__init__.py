"""Verifiable chance: seeds, draws, picks, dice notation. No I/O; draws are recorded in the journal."""
