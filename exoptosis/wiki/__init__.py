"""The Hall's matches as wikitext."""
