"""The whole grammar: every word of the language at every moment, with what comes of it or why it is refused."""
