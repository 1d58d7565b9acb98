"""The MediaWiki mirror of cycles: pages, their rendering as wikitext, and the publisher that keeps them up to date."""
