"""Games of Tetromic as wikitext."""
