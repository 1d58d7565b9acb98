"""The game on Discord: slash commands that Discord posts to this site (interactions over HTTP, without a gateway)."""
