"""The language described: as a JSON schema, and as a reference for authors."""
