"""Views of the API. Each module has one subject: the shapes of its answers, and its endpoints."""
