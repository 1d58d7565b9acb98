"""Wiki clients, for MediaWiki and for a folder of files, with one interface."""
