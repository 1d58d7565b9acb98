"""Routing of a game's messages: the office's page of a game's channels on Discord and webhooks."""
