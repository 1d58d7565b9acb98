"""Names that clauses may use: events and their scopes, predicates on players, labels."""
