"""Reads sentences about named entries of the law, such as a card or a pack."""
