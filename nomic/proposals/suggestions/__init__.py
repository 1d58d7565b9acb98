"""Suggestions: readers' versions of a proposal, which its author takes or declines, and co-authors."""
