"""Connections to other servers that an owner sets by form: mail server and wiki. They override the settings."""
