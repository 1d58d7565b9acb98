"""Rendering of data as HTML: timestamps, wikitext, rules, diffs, charts."""
