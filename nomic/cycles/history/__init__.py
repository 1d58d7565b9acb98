"""Replays, forks and rewrites of a journal, and exports of the proof that its draws are fair."""
