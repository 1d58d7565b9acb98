"""The schemas of clauses, one for each kind of clause."""
