"""Games of Knucklebones as wikitext."""
