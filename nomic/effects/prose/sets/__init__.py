"""English descriptions of sets: cards, players, values and names, and parts of them."""
