"""Middleware of pages: throttling, compression, and pages for failing services."""
