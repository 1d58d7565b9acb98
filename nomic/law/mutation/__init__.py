"""Mutants of laws and of code, by which tests show that they notice a change."""
