"""The game on Discord: commands that Discord posts to this site, and messages to channels. There is no gateway."""
