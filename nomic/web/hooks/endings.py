"""Registry of endings: optional parts that a game adds to the panel of a finished match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from nomic.cycles.actions.context import ReadContext
from nomic.inventory.card_views import Face
from nomic.law.document.sections import Law
from nomic.matches.contract.game import Event
from nomic.matches.models import Match

Rematch = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score: a number, where more is better, and its text."""

    player: str
    amount: int
    words: str


def _no_scores(view: Any) -> Sequence[Score]:
    """Return no scores. The default for games without scores."""
    return ()


def _no_cards(view: Any, law: Law) -> Sequence[Face]:
    """Return no cards. The default for games without cards."""
    return ()


def _no_rematch(ctx: ReadContext, match: Match) -> Rematch | None:
    """Return None. The default for games whose matches cannot be started again by an act."""
    return None


def _no_worth(law: Law, match: Match) -> str:
    """Return no sentence. The default for games whose kinds of match all bring the same."""
    return ""


def _as_told(event: Event) -> str:
    """Return the sentence of an event. The default for games whose sentences are short."""
    return event.text


@dataclass(frozen=True, slots=True)
class Ending:
    """A game's hooks for the page of a finished match.

    `scores` reads a view that everybody may see, and returns the final scores and the turning point. `rematch` returns
    the name and the arguments of the act by which the visitor requests the same match again. `cards` returns the few
    cards of such a view that a picture of the ending shows, the last in front. `board` draws such a view as an SVG
    element with a view box, for link pictures. Only a game without hidden information has one, because its running
    matches are drawn too. `worth` states what such a match can bring, and where more can be won. `harms` are kinds of
    events that are bad for the player with whose name their sentence begins. `words` describes an event briefly.
    `is_race` says whether a win in fewer moves is better.
    """

    scores: Callable[[Any], Sequence[Score]] = _no_scores
    rematch: Callable[[ReadContext, Match], Rematch | None] = _no_rematch
    cards: Callable[[Any, Law], Sequence[Face]] = _no_cards
    board: Callable[[Any], SafeString] | None = None
    worth: Callable[[Law, Match], str] = _no_worth
    harms: frozenset[str] = frozenset()
    words: Callable[[Event], str] = _as_told
    is_race: bool = True


_endings: dict[str, Ending] = {}
PLAIN = Ending()


def register_ending(game: str, ending: Ending) -> None:
    """Register a game's ending."""
    _endings[game] = ending


def ending_of(game: str) -> Ending:
    """Return a game's ending. By default it is empty."""
    return _endings.get(game, PLAIN)
