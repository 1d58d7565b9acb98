"""Answers to parked pages, and the conversion of an edit of the ruleset page into a proposal."""
