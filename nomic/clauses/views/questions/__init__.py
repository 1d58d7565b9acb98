"""Open questions of rules: view models, and reminders."""
