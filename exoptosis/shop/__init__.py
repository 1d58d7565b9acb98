"""Buying from the Croupier, opening packs, and trading cards."""
