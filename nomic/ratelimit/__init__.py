"""Rate limits by sliding windows in Django's cache; open if the cache fails."""
