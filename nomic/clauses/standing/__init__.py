"""Goals and standings: the numbers on which a law's ways to win depend, and each player's progress."""
