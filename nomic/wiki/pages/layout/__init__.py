"""What all pages share: titles, frame, pagination, snippets of wikitext."""
