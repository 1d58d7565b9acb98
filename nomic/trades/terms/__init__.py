"""The terms of a trade: what each side gives."""
