"""Handlers that run clauses: on actions, events, deadlines and answers."""
