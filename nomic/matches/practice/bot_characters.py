"""The characters of bots: three that newcomers can tell apart, and two of older journals.

A bot's name begins with its character's name, so the name alone says how the bot plays and votes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Mind = Literal["Greta", "Mira", "Rollo", "Greedy", "Random"]
Voting = Literal["for", "as most", "by chance"]


@dataclass(frozen=True, slots=True)
class Character:
    """The style of a bot: how it plays, how it votes, and its description for people.

    On average, one of `slips_once_in` moves is a random legal one. If it is 0, no move is random; if it is 1, every
    move is. `beaten` and `winning` are the bot's words after a match that it has lost or won.
    """

    name: Mind
    description: str
    slips_once_in: int
    votes: Voting
    beaten: str = ""
    winning: str = ""

    def plays_better_than(self, other: "Character") -> bool:
        """Return whether fewer of this bot's moves are random."""
        return self._slips < other._slips

    @property
    def _slips(self) -> float:
        return 1 / self.slips_once_in if self.slips_once_in else 0


CHARACTERS: Mapping[Mind, Character] = {
    each.name: each
    for each in (
        Character(
            "Greta",
            "Plays to win, and is hard to beat. Votes for every proposal.",
            0,
            "for",
            "Beautifully done. I did not see that coming.",
            "A good fight! Once more, and you have me.",
        ),
        Character(
            "Mira",
            "Plays well, but slips now and then. Votes as most others do.",
            4,
            "as most",
            "Well played! I slipped, and you saw it.",
            "That was close. I do slip, you know: try again.",
        ),
        Character(
            "Rollo",
            "Plays whatever comes to mind: easy to beat. Votes by a coin toss.",
            1,
            "by chance",
            "You thought about it? That explains a lot!",
            "I won? I was only guessing!",
        ),
        Character("Greedy", "Looks one move ahead.", 0, "for"),
        Character("Random", "Makes any move it can.", 1, "by chance"),
    )
}
NEWCOMERS: tuple[Mind, ...] = ("Greta", "Mira", "Rollo")  # the characters that people can choose
NAME = re.compile(rf"({'|'.join(get_args(Mind))}) bot [0-9]+")  # accounts/names.py forbids such names for people


def is_bot(name: str) -> bool:
    """Return whether a player with this name is a bot."""
    return NAME.fullmatch(name) is not None


def character_of(name: str) -> Character | None:
    """Return the character in a bot's name, or None for other names."""
    found = NAME.fullmatch(name)
    return next((each for mind, each in CHARACTERS.items() if mind == found[1]), None) if found else None
