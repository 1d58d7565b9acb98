"""Log-in through other sites, and forms sent after a log-in expired."""
