"""Actions: their declarations, arguments and forms, and the context in which an action runs."""
