"""Pictures on wiki pages: boards of matches, and cards, uploaded as SVG files. Pages can be read without them."""
