"""Wikitext of pages: escaping of users' input, permitted markup in voted texts, and templates."""
