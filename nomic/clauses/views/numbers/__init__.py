"""Labels for the numbers in clauses and entries, taken from the sentences that mention them."""
