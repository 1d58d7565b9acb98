"""Names the words for which a sentence is not understood, and offers other wordings that are.

Each way is tried against the law before it is offered. The trouble may be a misspelt word, a thing that the law does
not have, an exception, an event that no rule can listen to, or players whom no rule can name.
"""

import re
from collections.abc import Callable

from nomic.law.document.sections import Law
from nomic.recipes.plain_rules.draft_rule import LONGEST
from nomic.recipes.plain_rules.not_understood.events import unknown_event
from nomic.recipes.plain_rules.not_understood.numbers import unknown_limit, unknown_vote
from nomic.recipes.plain_rules.not_understood.omissible_parts import unknown_part
from nomic.recipes.plain_rules.not_understood.other_wordings import Trouble
from nomic.recipes.plain_rules.not_understood.players import (
    named_player,
    unknown_holder,
    unknown_office,
    unknown_players,
    unknown_rank,
)
from nomic.recipes.plain_rules.not_understood.spelling import misspelt, respelt
from nomic.recipes.plain_rules.not_understood.things import missing_thing, unknown_things
from nomic.recipes.plain_rules.not_understood.times import missing_time, unknown_time

MOST_SENTENCES = 8  # of one text that are looked at
_SENTENCES = re.compile(r"(?<=[.!?]) +|\n+")
_LOOKS: tuple[Callable[[str, Law], Trouble | None], ...] = (
    unknown_vote,
    unknown_limit,
    unknown_things,
    unknown_rank,
    missing_thing,
    unknown_time,
    missing_time,
    unknown_office,
    unknown_holder,
    named_player,
    unknown_event,
    unknown_players,
    unknown_part,
)


def trouble_in(words: str, law: Law) -> Trouble | None:
    """Return the reason why a sentence cannot be read under a law, or None if no reason is known."""
    plain = " ".join(words.split()).strip(" .!")
    if not plain or len(plain) > LONGEST:
        return None
    if (trouble := misspelt(plain, law)) is not None:
        return trouble
    tried = (look(said, law) for said in dict.fromkeys((plain, respelt(plain, law))) for look in _LOOKS)
    return next(filter(None, tried), None)


def sentences_of(words: str, most: int = MOST_SENTENCES) -> list[str]:
    """Return the first sentences of a text without their full stops."""
    return [said for each in _SENTENCES.split(words)[:most] if (said := each.strip(" .!"))]
