"""Connections to other servers that an owner sets by form: the mail server and the wiki. They replace the settings."""
