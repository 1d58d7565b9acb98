"""The course of a game, from the lobby through hands, bets and turns to its end and rewards."""
