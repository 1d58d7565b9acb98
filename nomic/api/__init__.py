"""The REST API under /api/v1/, through which bots read cycles and act in them."""
