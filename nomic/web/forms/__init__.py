"""Forms of actions, answers and trades, and the redirects after them."""
