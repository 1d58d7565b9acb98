"""Drafts amendments from the orders in the words of a proposal."""
