"""Accounts of people as staff see them: actions, merging and the export of data."""
