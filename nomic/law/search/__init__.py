"""Search for values and entries of the law by words."""
