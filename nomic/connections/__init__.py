"""Connections that an owner sets by form: mail server, wiki and Discord. They override the settings."""
