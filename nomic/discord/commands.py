"""All commands: their descriptions and options as Discord shows them, and the functions that answer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from nomic.discord import questions, table_moves
from nomic.discord.interactions import acting_commands, reading_commands
from nomic.discord.interactions.arguments import PLACES
from nomic.discord.interactions.caller import Call, Choices
from nomic.discord.protocol.replies import Reply

TEXT_OPTION = 3
VOTES = [("For", "for"), ("Against", "against"), ("Unclear", "unclear"), ("Take my vote back", "none")]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command. `choices` are fixed; `offers` returns the current choices."""

    name: str
    description: str
    required: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    offers: Callable[[Call], Choices] | None = None
    max_length: int = 100

    def as_json(self) -> dict[str, Any]:
        """Return the option in the form in which Discord registers it."""
        shown: dict[str, Any] = {
            "type": TEXT_OPTION,
            "name": self.name,
            "description": self.description,
            "required": self.required,
        }
        if self.choices:
            return shown | {"choices": [{"name": label, "value": value} for label, value in self.choices]}
        return shown | {"max_length": self.max_length, "autocomplete": self.offers is not None}


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command."""

    name: str
    description: str
    answer: Callable[[Call], Reply] | None
    options: tuple[Option, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the command in the form in which Discord registers it."""
        return {
            "type": 1,
            "name": self.name,
            "description": self.description,
            "options": [option.as_json() for option in self.options],
        }


CYCLE = Option("cycle", "The cycle, if you play in several", offers=acting_commands.cycle_choices)
LINK = "link"

COMMANDS = {
    each.name: each
    for each in (
        Command(
            LINK,
            "Link your account on the site with your account here",
            None,  # the only one for people without a link
            (Option("code", "The code that your account page shows", required=True),),
        ),
        Command(
            "join",
            "Join a cycle",
            acting_commands.join,
            (Option("cycle", "The cycle, if there are several", offers=acting_commands.open_cycles),),
        ),
        Command(
            "do",
            "Do something in a cycle: buy, trade, ask for a duel, whatever its rules allow",
            acting_commands.do,
            (
                Option("action", "What to do", required=True, offers=acting_commands.action_choices),
                *(
                    Option(place, f"The value for the {place} field of its form", offers=offers, max_length=1500)
                    for place in PLACES
                    for offers in (partial(acting_commands.argument_choices, place),)
                ),
                CYCLE,
            ),
        ),
        Command(
            "play",
            "Make a move at a table",
            table_moves.play,
            (Option("move", "The move", required=True, offers=table_moves.move_choices), CYCLE),
        ),
        Command(
            "answer",
            "Answer a question that a rule asks you",
            questions.ask,
            (Option("question", "The question, if there are several", offers=questions.question_choices), CYCLE),
        ),
        Command(
            "vote",
            "Vote on a proposal",
            acting_commands.vote,
            (
                Option("proposal", "The proposal", required=True, offers=acting_commands.proposal_choices),
                Option("vote", "Your vote", required=True, choices=tuple(VOTES)),
                CYCLE,
            ),
        ),
        Command("waiting", "See what is waiting for you", reading_commands.waiting),
        Command("hand", "See what you have", reading_commands.hand, (CYCLE,)),
        Command("standing", "See how a cycle is won and who leads", reading_commands.tell_standings, (CYCLE,)),
        Command(
            "rule",
            "Find a rule and quote it",
            reading_commands.rule,
            (Option("text", "Words in the rule", required=True), CYCLE),
        ),
        Command(
            "propose",
            "Begin a proposal: you get a link to the page where you finish it",
            reading_commands.propose,
            (
                Option("title", "Its title"),
                Option("text", "What it says", max_length=1500),
                CYCLE,
            ),
        ),
    )
}


def as_json() -> list[dict[str, Any]]:
    """Return all commands in the form in which Discord registers them."""
    return [command.as_json() for command in COMMANDS.values()]
