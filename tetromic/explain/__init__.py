"""Tables about the law of Tetromic."""
