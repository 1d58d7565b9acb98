"""Request handling: the threaded ASGI handler, garbage collection, backend outages."""
