"""The content of each kind of page, from the database to wikitext. Nothing here knows of a wiki."""
