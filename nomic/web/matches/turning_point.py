"""The turning point of a match: the step after which its winner stayed ahead. It is found by a replay."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from nomic.matches.contract.game import Event
from nomic.matches.hosting.loaded_match import LoadedMatch
from nomic.matches.hosting.views.export import record_for_views
from nomic.matches.models import Match, StepKind
from nomic.matches.simulation.replay_export import Diverged, StillSealed, replay_positions
from nomic.web.hooks.boards import board_of
from nomic.web.hooks.endings import Score, ending_of

MOST_STEPS = 400  # matches with more steps are not replayed for it
KEPT = 256
POSSESSIONS = frozenset({"granted", "revoked"})  # events that say what somebody gains or loses by an act


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step of a match by its version, and its act in words."""

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
        for position in replay_positions(record_for_views(match.cycle, match), table.game):
            ahead.append(leads(scores(table.game.view(position.rules, position.state, None)), winner))
            is_move = position.step is not None and position.step["kind"] == StepKind.MOVE
            words.append(act_in_words(match.game, winner, position.events, is_move=is_move))
    except (StillSealed, Diverged):
        return None
    version = ahead_for_good(ahead)
    return TurningPoint(version, words[version]) if version is not None and words[version] else None


def act_in_words(game: str, winner: str, events: Sequence[Event], *, is_move: bool) -> str:
    """Return the sentence about the act that began a step, or "" if its events have none.

    For a move, this is the first event that is not a payment. A step without a move may contain several acts. Then it
    is the winner's first act that was not a loss, or else the first act of another player.
    """
    left_out = board_of(game).no_news | POSSESSIONS
    acts = [event for event in events if event.text and event.kind not in left_out]
    if is_move:
        return ending_of(game).words(acts[0]) if acts else ""
    harms = ending_of(game).harms
    own = [event.text for event in acts if event.kind not in harms and event.text.startswith(f"{winner} ")]
    others = [event.text for event in acts if winner not in event.text]
    return next(iter([*own, *others]), "")


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
