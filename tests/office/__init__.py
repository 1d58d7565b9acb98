"""The office of staff."""
