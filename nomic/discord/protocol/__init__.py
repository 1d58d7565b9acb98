"""Discord's side of the protocol: signatures, what it sends, and what it takes as an answer."""
