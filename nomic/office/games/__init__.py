"""What keepers do with whole games: opening, who may join, ending, archiving, outages."""
