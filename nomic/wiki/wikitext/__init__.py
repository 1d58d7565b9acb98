"""Wikitext of pages: escaped user input, permitted markup of voted texts, and templates."""
