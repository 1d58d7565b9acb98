"""Effects in English."""
