"""The tree of rules: placeholders, tables, ownership, rulings, and which code carries out each sentence."""
