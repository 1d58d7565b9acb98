"""Names that clauses may use: events and their scopes, facts about players, labels."""
