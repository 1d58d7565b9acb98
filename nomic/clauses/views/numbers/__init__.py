"""The numbers in the sentences of clauses and entries: where they are said, and what they are called."""
