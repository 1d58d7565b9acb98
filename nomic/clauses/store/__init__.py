"""What clauses keep in the database: values, deferred effects, calendar events."""
