"""Actions of keepers on whole games: opening, joining, ending, archiving, outages."""
