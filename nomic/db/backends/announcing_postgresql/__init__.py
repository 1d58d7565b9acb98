"""Django's backend for PostgreSQL with announced statements."""
