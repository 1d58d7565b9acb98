"""Database storage for clauses: values, deferred effects, deadlines of calendar events."""
