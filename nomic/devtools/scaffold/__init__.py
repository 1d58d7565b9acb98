"""Skeletons of new games, actions and operations, for `manage.py new`. Standard library only."""
