"""A player's record in a game: wins in a row, and the fewest moves of a win.

Practice matches count together, whatever practice cycle they were played in: the same person has played them, perhaps
as a guest. Matches with other people count within their cycle.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from nomic.accounts.models import Person
from nomic.matches.models import Match, MatchSeat, MatchStatus, MatchStep, StepKind
from nomic.players.models import Player
from nomic.web.hooks.endings import ending_of

LONGEST_STREAK = 50  # matches that are looked at
UNPLAYED = ("off", "stopped")  # endings by which nobody has failed to win


@dataclass(frozen=True, slots=True)
class WinRecord:
    """A win, compared with the winner's earlier ones.

    `streak` is the number of wins in a row, including this one. `moves` is the winner's number of moves in this match,
    and `best` the fewest moves of an earlier win, or None if there was none. In a game that is not a race, `moves` is
    0.
    """

    streak: int
    moves: int
    best: int | None

    @property
    def is_best(self) -> bool:
        """True if every earlier win took more moves."""
        return self.best is None or self.moves < self.best


@dataclass(frozen=True, slots=True)
class PracticeRecord:
    """A person's wins in practice matches under one law: their number, and the fewest moves of one, or None."""

    wins: int
    best: int | None


def practice_records(person: Person | None) -> dict[str, PracticeRecord]:
    """Return a person's record by the law template of their practice tables. Laws without a win are left out."""
    if person is None:
        return {}
    mine = {"cycle__players__person": person, "seats__player": F("cycle__players__name")}
    over = Match.objects.filter(status=MatchStatus.OVER, cycle__practice=True, cycle__fork_of=None, **mine)
    rows = over.order_by("-pk").values_list("pk", "seats__player", "result", "cycle__book__template")[:LONGEST_STREAK]
    won = {pk: (name, law) for pk, name, result, law in rows if name in (result or {}).get("winners", ())}
    moves = _moves({pk: name for pk, (name, _) in won.items()}) if won else {}
    found: dict[str, list[int | None]] = {}
    for pk, (_, law) in won.items():
        found.setdefault(law, []).append(moves.get(pk))
    return {
        law: PracticeRecord(len(each), min((count for count in each if count), default=None))
        for law, each in found.items()
    }


def record_of(match: Match, player: str) -> WinRecord | None:
    """Return the winner's record with this match, or None if the player has not won it."""
    if player not in (match.result or {}).get("winners", ()):
        return None
    earlier = list(_played(match, player).order_by("-pk").values_list("pk", "seats__player", "result")[:LONGEST_STREAK])
    moves = _moves({pk: name for pk, name, _ in earlier})
    wins = [pk for pk, name, result in earlier if name in (result or {}).get("winners", ()) and pk != match.pk]
    return WinRecord(
        _in_a_row(earlier), moves.get(match.pk, 0), min((moves[pk] for pk in wins if pk in moves), default=None)
    )


def _played(match: Match, player: str) -> QuerySet[Match]:
    """Return the matches of the same kind up to this one that the person behind a player has finished."""
    over = Match.objects.filter(game=match.game, kind=match.kind, status=MatchStatus.OVER, pk__lte=match.pk)
    here = over.filter(cycle=match.cycle_id, seats__player=player)
    if not match.cycle.practice:
        return here
    person = Player.objects.filter(cycle=match.cycle_id, name=player).values_list("person", flat=True).first()
    if person is None:
        return here
    mine = {"cycle__players__person": person, "seats__player": F("cycle__players__name")}
    return over.filter(cycle__practice=True, cycle__fork_of=None, **mine)


def _moves(names: Mapping[int, str]) -> dict[int, int]:
    """Return a player's number of moves in each of these matches.

    Games in which fewer moves are not better are left out. So are matches that everybody else has left: how soon they
    gave up says nothing about the winner.
    """
    others = MatchSeat.objects.filter(match=OuterRef("match")).exclude(player=OuterRef("player")).order_by()
    played_out = Exists(others.exclude(status="out")) | ~Exists(others)
    steps: Any = MatchStep.objects.filter(played_out, match__in=names, kind=StepKind.MOVE, player__in={*names.values()})
    counted = steps.values_list("match", "player", "match__game").annotate(moves=Count("pk")).order_by()
    return {pk: moves for pk, name, game, moves in counted if names[pk] == name and ending_of(game).is_race}


def _in_a_row(newest_first: list[tuple[int, str, dict[str, Any] | None]]) -> int:
    """Return the number of consecutive wins, the newest matches first.

    A match that was played to its end without a winner ends the series. A match that was called off does not count.
    """
    won = 0
    for _, name, result in newest_first:
        known = result or {}
        if name in known.get("winners", ()):
            won += 1
        elif known.get("ending") not in UNPLAYED:
            break
    return won
