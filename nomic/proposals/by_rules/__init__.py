"""Proposals and the effect language: what rules can read and change, and the effects of a class after a vote."""
