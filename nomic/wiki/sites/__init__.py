"""Where pages are read and saved: MediaWiki, or a folder of files, behind one interface."""
