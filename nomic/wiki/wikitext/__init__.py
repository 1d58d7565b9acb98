"""Wikitext: escaping what people typed, permitting a subset of markup in what they voted on, templates of pages."""
