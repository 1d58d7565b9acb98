"""Skeletons of new games, actions, operations and kinds of clauses, for `manage.py new`. Standard library only."""
