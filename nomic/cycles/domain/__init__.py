"""Plain types of a cycle: actors, events, movements, exceptions, calendar arithmetic."""
