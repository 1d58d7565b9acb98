"""Views by which a player acts: actions, questions, trades, court, corrections, notifications."""
