"""Amendments: JSON patches with guards, renames and repeals."""
