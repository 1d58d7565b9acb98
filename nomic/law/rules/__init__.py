"""The tree of rules: placeholders, tables, ownership, rulings, and carried-out sentences."""
