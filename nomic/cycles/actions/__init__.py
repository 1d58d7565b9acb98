"""Actions: their declaration, arguments, forms, and the context in which one runs."""
