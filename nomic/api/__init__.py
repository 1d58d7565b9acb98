"""The REST API under /api/v1/: reading cycles and acting in them, for bots."""
