"""Django's backend for SQLite with announced statements."""
