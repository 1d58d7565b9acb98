"""The wiki mirrors the cycles: pages, their rendering in wikitext, and the publisher that keeps them up to date."""
