"""Turning data into HTML: timestamps, wikitext, rules, diffs, charts."""
