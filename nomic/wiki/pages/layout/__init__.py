"""Shared parts of all pages: titles, frame, pagination, snippets of wikitext."""
