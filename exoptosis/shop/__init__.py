"""Buying from the Croupier, opening packs, and cards as things to trade."""
