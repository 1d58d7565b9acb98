"""What each side of a trade gives."""
