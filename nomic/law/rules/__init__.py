"""The tree of rules: placeholders, tables, ownership, rulings, and the implementation of each sentence."""
