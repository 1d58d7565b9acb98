"""What there is to be examined: every game that a law template has, found without naming any."""

import functools
from typing import Any

from nomic.chance.draw_source import Source
from nomic.law.document.sections import check_document
from nomic.law.document.templates import document_of, law_templates
from nomic.matches.simulation.random_play import bots_of
from nomic.matches.simulation.run import (
    begin_match,
    match_seed,
    numbers_of_players,
    perform_step,
    player_names,
    playgrounds,
)
from nomic.matches.simulation.unhosted_match import RecordedStep, UnhostedMatch

Json = Any
MAX_STEPS = 80
NUMBERS = range(2, 9)  # of players, in the matches that are looked at, where so many can play


@functools.cache
def _document(law: str) -> dict[str, Json]:
    return document_of(law)


class Hosted:
    """What is played by this name, under a law that has it."""

    def __init__(self, name: str, document: dict[str, Json]) -> None:
        self.document = document
        self.playground: Any = playgrounds()[name]
        self.game = self.playground.game
        self.rules = self.game.rules(document, 1)
        self.numbers = [number for number in NUMBERS if number in numbers_of_players(name)]

    def begin(self, players: int, seed: str, *, record: list[RecordedStep] | None = None) -> UnhostedMatch[Any, Any]:
        """A match that has just begun."""
        return begin_match(self.playground, self.rules, self.document, player_names(players), seed, record=record)

    def played(self, number: int) -> tuple[UnhostedMatch[Any, Any], list[RecordedStep]]:
        """A match of four random bots, or as many as can play, as far as it came, with its record."""
        record: list[RecordedStep] = []
        players = min(4, self.numbers[-1])
        bots, seed = bots_of(self.playground, players), match_seed("played", number)
        match, chance = self.begin(players, seed, record=record), Source(seed, "bots")
        while match.game.result(match.state) is None and len(record) < MAX_STEPS:
            perform_step(match, bots, chance)
        return match, record

    @functools.cached_property
    def match_with_draw(self) -> tuple[UnhostedMatch[Any, Any], list[RecordedStep]] | None:
        """The first match of random bots in which something was drawn. None if the game has no chance."""
        return next((played for played in map(self.played, range(20)) if any(made.drawn for made in played[1])), None)


@functools.cache
def hosted_under(law: str, name: str) -> Hosted:
    """What is played by this name, under a law template as it is for examinations."""
    examined: Any = playgrounds()[name]
    document: dict[str, Json] = examined.for_examination(_document(law))
    check_document(document)
    return Hosted(name, document)


GAMES = [
    (law, name)
    for law in sorted(law_templates())
    for name in playgrounds()
    if playgrounds()[name].is_for(_document(law))
]
