"""Proposals: submission, votes, enactment (R9 to R13)."""
