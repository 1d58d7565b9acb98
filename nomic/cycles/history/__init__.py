"""Replays, forks and rewrites of a journal, and exports of its proof."""
