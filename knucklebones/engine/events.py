"""Events of a game: sentences and facts.

"granted" and "revoked" change what people own; the host applies them in the act in which they happen. All others are
for people and programs that watch.
"""

from collections.abc import Mapping

from knucklebones.engine.state import Die
from nomic.matches.contract.game import Event

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def begun(first: str, second: str) -> Event:
    """Return the event that the order of turns has been drawn."""
    return Event("begun", f"{first} plays first, then {second}.", {"order": [first, second]})


def turn(player: str, number: int, *, is_rolled: bool) -> Event:
    """Return the event that a turn begins. If the die is rolled at once, the description is empty."""
    return Event("turn", "" if is_rolled else f"It is {player}'s turn to roll.", {"player": player, "number": number})


def rolled(player: str, value: int, dice: str | None = None) -> Event:
    """Return the event of a roll. `dice` is the Dice with which the die was rolled."""
    text = f"{player} rolls {a(value)}{f' with {dice}' if dice else ''}."
    return Event("rolled", text, {"player": player, "value": value, "dice": dice})


def used(die: Die, dice: str, value: int) -> Event:
    """Return the event that a Dice was used on a die after the roll."""
    came = f"the {die.value} becomes {a(value)}" if value != die.value else f"the {die.value} stays as it is"
    return Event("used", f"{die.by} uses {dice}: {came}.", {"player": die.by, "dice": dice, "value": value})


def begun_move(player: str, dice: str) -> Event:
    """Return the event of a Dice in use whose random draw is final.

    The player has to choose before anything else happens (R18).
    """
    return Event("begun-move", f"{player} uses {dice} and chooses.", {"player": player, "dice": dice})


def lapsed(player: str, why: str) -> Event:
    """Return the event that a use of a Dice lapses after it has drawn."""
    return Event("move-lapsed", f"{player}'s move lapses: {why}", {"player": player})


def placed(player: str, column: int, value: int, opponent: str, destroyed: int) -> Event:
    """Return the event that a die is placed in a column.

    `destroyed` is the number of destroyed dice of the opponent.
    """
    came = f" and destroys {counted(destroyed)} of {opponent}'s dice" if destroyed else ""
    text = f"{player} puts {a(value)} into column {column}{came}."
    return Event("placed", text, {"player": player, "column": column, "value": value, "destroyed": destroyed})


def won(winner: str, scores: Mapping[str, int]) -> Event:
    """Return the event that the player with the higher score wins."""
    high, low = sorted(scores.values(), reverse=True)
    return Event("won", f"{winner} wins {high} to {low}.", {"winner": winner, "scores": dict(scores)})


def drawn(scores: Mapping[str, int]) -> Event:
    """Return the event that the game ends with equal scores."""
    points = next(iter(scores.values()))
    return Event("drawn", f"The game ends {points} to {points}, without a winner.", {"scores": dict(scores)})


def forfeited(player: str, why: str) -> Event:
    """Return the event that a player forfeits, by choice or because their time is up."""
    return Event("forfeited", f"{player} forfeits{why}.", {"player": player})


def won_by_forfeit(winner: str) -> Event:
    """Return the event that the remaining player wins, regardless of the scores."""
    return Event("won", f"{winner} wins.", {"winner": winner})


def off(why: str) -> Event:
    """Return the event that the game does not take place."""
    return Event("off", f"The game is off: {why}")


def stopped() -> Event:
    """Return the event that the game stops because the cycle ends (R101) or the law no longer has it."""
    return Event("stopped", "This game ends without a result.")


def granted(player: str, item: str, count: int, what: str) -> Event:
    """Return the event that creates `count` of an item for a player. `what` describes them for players."""
    return Event("granted", f"{player} gains {what}.", {"player": player, "item": item, "count": count})


def revoked(player: str, item: str, count: int, what: str) -> Event:
    """Return the event that destroys `count` of a player's items. `what` is a description of them for players."""
    return Event("revoked", f"{player} loses {what}.", {"player": player, "item": item, "count": count})


def a(value: int) -> str:
    """Return "a 4", "an 8": a number with its article."""
    return f"an {value}" if value in (8, 11, 18) or 80 <= value <= 89 else f"a {value}"


def counted(count: int) -> str:
    """Return a count as a word, such as "two". Counts from 11 on are in figures."""
    return COUNTS[count] if count < len(COUNTS) else str(count)
