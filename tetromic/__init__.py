"""Tetromic: players place random pieces on boards of their own; one game per cycle."""
