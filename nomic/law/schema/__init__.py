"""Text types, labels and validation messages used by the schemas of all sections."""
