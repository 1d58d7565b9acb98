"""The fork in which a dry run is played, and how far it is played."""
