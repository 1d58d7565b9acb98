"""Which messages of a game go where: the office's page of a game's channels on Discord and webhooks."""
