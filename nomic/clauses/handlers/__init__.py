"""Handlers that run clauses when a player acts, an event occurs, a deadline is due, or a question is answered."""
