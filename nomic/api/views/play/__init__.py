"""Views for players: actions, questions, trades, court, corrections, notifications."""
