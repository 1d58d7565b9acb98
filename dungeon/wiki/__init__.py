"""Dungeons as wikitext."""
