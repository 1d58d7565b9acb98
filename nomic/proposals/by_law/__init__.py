"""Proposals in the effect language: what rules can read and change, and the effects of classes after a vote."""
