"""The Gilded Hall (Cycle 16): its cards, packs, Croupier and gifts."""
