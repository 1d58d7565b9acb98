"""The Gilded Hall (Cycle 16): cards, packs, Croupier and gifts, and Exoptosis, the game of its battles and duels."""
