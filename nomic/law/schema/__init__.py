"""Text types, labels and validation messages that every section's schema uses."""
