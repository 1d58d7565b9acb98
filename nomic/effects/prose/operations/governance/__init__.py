"""Descriptions of operations on the law, proposals and offices."""
