"""Rate limits by sliding windows in Django's cache. They fail open."""
