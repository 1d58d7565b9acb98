"""Database storage of clauses: values, deferred effects, calendar events."""
