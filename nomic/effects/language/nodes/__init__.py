"""The nodes of the language: numbers, sets, conditions, values."""
