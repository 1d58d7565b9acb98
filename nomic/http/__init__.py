"""Serving requests: the threaded ASGI handler, garbage collection, failing backends."""
