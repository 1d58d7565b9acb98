"""Background construction of a correction's fork, in bounded transactions."""
