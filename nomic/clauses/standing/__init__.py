"""Goals and standings: the numbers that a law's ways to win count, and the progress of each player."""
