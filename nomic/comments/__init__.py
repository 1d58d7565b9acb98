"""What people say about proposals: words only, no part of any cycle's state."""
