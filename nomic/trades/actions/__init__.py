"""The actions on trades: offer, consent, close, and undo after a reroll (R21)."""
