"""Hints for voters that words of the law may no longer be true, beyond those about changed numbers."""
