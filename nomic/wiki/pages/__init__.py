"""The content of each kind of page, from the database to wikitext. Nothing here depends on a wiki client."""
