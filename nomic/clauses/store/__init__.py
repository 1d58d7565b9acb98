"""Database storage for clauses: values, deferred effects, calendar events."""
