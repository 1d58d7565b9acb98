"""The beginning of games (R57, R112). When a phase ends, its intentions form pairs, and each pair plays one game.

If a vote takes the game away, neither intentions nor open games remain.
"""

from typing import Any

from knucklebones.hosting import HOSTED
from knucklebones.law_section import rules_of
from knucklebones.pairing import Pair, pairs_of
from knucklebones.wanted_opponents import as_declared, drop_all, intentions_of
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import LawChanged, PhaseBegan
from nomic.matches.contract.external_events import Begun
from nomic.matches.hosting.lifecycle import going_on, open_match, send_external_event, stop_match
from nomic.matches.models import Match, MatchStatus


def begin_games(act: ActionContext, began: PhaseBegan) -> None:
    """Form the pairs of the past phase when a new one begins, and begin their games.

    If the law begins no games in the new kind of phase, they stay open until the next phase in which it does.
    """
    if HOSTED.in_force(act.law):
        form_pairs(act)
        if began.phase_kind in rules_of(act.law).begin_in:
            begin_open_games(act)


def form_pairs(act: ActionContext) -> None:
    """Form pairs from the current declarations, and delete the declarations (R112)."""
    declared = intentions_of(act)
    if declared:
        for pair in pairs_of([as_declared(each) for each in declared]):
            _open(act, pair)
        drop_all(act)


def begin_open_games(act: ActionContext) -> None:
    """Begin the open games, in the order in which the pairs formed (R57)."""
    for match in _open_games(act):
        send_external_event(act, match, Begun())


def follow_law(act: ActionContext, changed: LawChanged) -> None:
    """Delete all intentions and end all open games if the law no longer has the game (R106). Games in play go on."""
    if not HOSTED.in_force(act.law):
        drop_all(act)
        for match in _open_games(act):
            stop_match(act, match)


def _open_games(act: ActionContext) -> list[Match]:
    """Return the games that have not begun."""
    return [match for match in going_on(act) if match.game == HOSTED.name and match.status == MatchStatus.GATHERING]


def _open(act: ActionContext, pair: Pair) -> None:
    options: dict[str, Any] = {"players": list(pair)}
    open_match(act, HOSTED.name, f"Knucklebones: {' and '.join(pair)}", options, gathering=True)
