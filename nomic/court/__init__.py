"""The court: the Judge, requests for justice, rulings, and votes of confidence (R14, R15)."""
