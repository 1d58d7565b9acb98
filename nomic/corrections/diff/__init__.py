"""The difference between a cycle and its corrected fork, without secrets."""
