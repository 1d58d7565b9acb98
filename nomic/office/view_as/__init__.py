"""View as: a keeper reads the pages of one game as a player sees them, and cannot act meanwhile."""
