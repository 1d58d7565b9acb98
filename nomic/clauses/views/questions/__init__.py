"""Open questions of rules: view models, and clocks for reminders."""
