"""Wikitext itself: what people typed made harmless, what they voted on made permitted, templates of pages."""
