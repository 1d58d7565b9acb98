"""Building the fork of a correction in the background, in bounded transactions."""
