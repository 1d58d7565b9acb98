"""The terms of a trade: the things that each side gives."""
