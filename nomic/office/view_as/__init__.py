"""View as: a keeper reads the pages of one game as a player sees them. Nothing can be done meanwhile."""
