"""Descriptions of the language: a JSON schema, and a reference for authors."""
