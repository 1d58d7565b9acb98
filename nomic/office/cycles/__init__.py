"""Actions of staff on a whole cycle: opening, joining, title, ending, archiving, outages."""
