"""The health of the site: heartbeats, the overall verdict, and notices to staff."""
