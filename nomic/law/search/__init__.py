"""Finding a value or an entry of the law by words."""
