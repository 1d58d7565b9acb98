"""The Judge (R14)."""
