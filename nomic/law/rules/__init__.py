"""The tree of rules: placeholders, tables, ownership of places, rulings, and the implementation of each sentence."""
