"""Matches of a cycle: storage, steps, clocks and views. Contains no code for a particular game."""
