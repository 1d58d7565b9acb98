"""Goal and standing: what the ways to win of a law count, and how far each player is."""
