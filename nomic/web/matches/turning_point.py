"""The turning point of a match: the step after which its winner stayed ahead. It is found by a replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.hosting.views.export import record_for_views
from nomic.matches.models import Match
from nomic.matches.simulation.replay_export import Diverged, StillSealed, replay
from nomic.web.hooks.endings import Score, ending_of

MOST_STEPS = 400  # matches with more steps are not replayed for it
KEPT = 256


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step of a match by its version, and its events in words."""

    version: int
    words: str


_known: dict[tuple[int, int, bytes], TurningPoint | None] = {}


def turning_point(table: LoadedMatch, winner: str) -> TurningPoint | None:
    """Return the turning point of a finished match.

    Returns None if the lead never changed for good, or if the replay is too long.
    """
    match = table.match
    if match.version > MOST_STEPS:
        return None
    key = match.pk, match.version, sha256(bytes(match.state)).digest()
    if key not in _known:
        if len(_known) >= KEPT:
            _known.clear()
        _known[key] = _found(table, match, winner)
    return _known[key]


def _found(table: LoadedMatch, match: Match, winner: str) -> TurningPoint | None:
    scores = ending_of(match.game).scores
    ahead: list[bool | None] = []
    words: list[str] = []
    try:
        for position in replay(record_for_views(match.cycle, match), table.game):
            ahead.append(leads(scores(table.game.view(position.rules, position.state, None)), winner))
            told = [event.text for event in position.events if event.text]
            words.append(next((text for text in told if winner in text), next(iter(told), "")))
    except (StillSealed, Diverged):
        return None
    version = ahead_for_good(ahead)
    return TurningPoint(version, words[version]) if version is not None and words[version] else None


def ahead_for_good(ahead: Sequence[bool | None]) -> int | None:
    """Return the first version from which the winner was ahead until the end, or None.

    `ahead` says for each version whether the winner was ahead, or None if the scores could not be compared. A change in
    the last version is the end itself, and does not count.
    """
    known = [(version, is_ahead) for version, is_ahead in enumerate(ahead) if is_ahead is not None]
    behind = [place for place, (_, is_ahead) in enumerate(known) if not is_ahead]
    if not behind or behind[-1] >= len(known) - 2:
        return None
    return known[behind[-1] + 1][0]


def leads(scores: Sequence[Score], player: str) -> bool | None:
    """Return whether a player is ahead of all others, or None if there are no scores to compare."""
    own = next((each.amount for each in scores if each.player == player), None)
    others = [each.amount for each in scores if each.player != player]
    return None if own is None or not others else own > max(others)
