"""Shared parts of all pages: titles, frame, pagination, and snippets of wikitext."""
