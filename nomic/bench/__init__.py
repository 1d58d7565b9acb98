"""Measurements: `manage.py bench`. Figures to compare and to look for what is slow; no test depends on them."""
