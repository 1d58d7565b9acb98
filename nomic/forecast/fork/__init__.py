"""The fork in which a dry run takes place, and its end."""
