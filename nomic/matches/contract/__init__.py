"""What a game is to its host: the engine's protocol, what bots and benches of any game have in common. Plain Python."""
