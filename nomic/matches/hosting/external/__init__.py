"""Events of the cycle forwarded to matches, and events of matches applied to the cycle."""
