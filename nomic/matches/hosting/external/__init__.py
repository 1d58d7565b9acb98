"""Events of the cycle that reach matches, and events of matches that reach the cycle."""
