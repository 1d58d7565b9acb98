"""Tetromic: pieces on boards of one's own, a cycle by itself."""
