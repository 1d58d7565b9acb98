"""The course of a game: lobby, hands, bets, turns, end and rewards."""
