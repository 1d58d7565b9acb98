"""Clauses: what rules do by themselves, written in the law beneath their words and read out beneath them."""
