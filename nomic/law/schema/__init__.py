"""Text types, labels and validation messages that the schemas of all sections use."""
