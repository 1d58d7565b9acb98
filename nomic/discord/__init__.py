"""The game on Discord: commands that Discord posts to this site, and messages to channels. No gateway is used."""
