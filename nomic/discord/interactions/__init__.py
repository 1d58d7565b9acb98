"""Commands, buttons and forms that people use on Discord, and the answers to them."""
