"""Actions: their declaration, arguments and forms, and the context in which one runs."""
