"""Standings: each player's amounts of a way to win's numbers, best first."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from nomic.clauses.runtime.condition_reads import reads
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.standing.goals import Goal, Measure, goals_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.work_budget import separate_budget
from nomic.db import Prepared
from nomic.effects.language.nodes.values import as_number
from nomic.effects.running.interpreter import Run, TooLong
from nomic.inventory.ledger import cache_balances, expect_everybody
from nomic.inventory.models import Balance
from nomic.law.rules.reference import RuleRef
from nomic.players.lookup import WHO_PLAYS, how_many_play, who_plays

MAX_RANKED = 500  # players; with more, only the goal is shown
STEPS = 40_000  # of working out all numbers of a law's goals

_amounts = Prepared(
    lambda cycle, item: (
        Balance.objects.filter(cycle_id=cycle, item=item, amount__gt=0).order_by().values_list("holder", "amount")
    ),
    int,
    str,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a standing: a number that decides who wins.

    `target` is None if there is no target, or a different one for each player. If `least` is set, fewer is better.
    `item` or `value` names what the number counts, if it is an item or a stored value.
    """

    name: str
    target: int | None = None
    least: bool = False
    item: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """A player's amount, and the target if there is one."""

    amount: int
    target: int | None = None

    @property
    def progress(self) -> float:
        """The share of the target that has been reached, from 0 to 1.

        Without a target it is 0. If the target is 0 or negative, it is 0 until the target is reached.
        """
        if self.target is None or (self.amount < self.target <= 0):
            return 0.0
        return 1.0 if self.amount >= self.target else max(0.0, self.amount / self.target)

    def __str__(self) -> str:
        return str(self.amount) if self.target is None else f"{self.amount} of {self.target}"


@dataclass(frozen=True, slots=True)
class Row:
    """A player's scores, in the order of the columns, and rank. Players with equal scores share a rank."""

    player: str
    place: int
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A way to win: its rule, its sentences, and the progress of all players.

    `of_cycle` holds the numbers that are the same for all players, and `secret` the names of secret numbers. There are
    no rows if the way to win has no numbers, if evaluating them takes too many steps, or if there are too many players.
    `place` is the JSON pointer of the clause or section that declares it.
    """

    rule: RuleRef
    brief: str
    words: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    of_cycle: tuple[tuple[str, Score], ...] = ()
    secret: tuple[str, ...] = ()
    place: str = ""

    @property
    def leaders(self) -> tuple[Row, ...]:
        """The rows with rank 1. Empty if there are several players and all of them are tied."""
        first = tuple(row for row in self.rows if row.place == 1)
        return first if len(first) < len(self.rows) or len(self.rows) == 1 else ()

    def row_of(self, player: str) -> Row | None:
        """Return a player's row, or None if the player has none."""
        return next((row for row in self.rows if row.player == player), None)


FromGame = Callable[[ReadContext], Standing | None]
_from_games: list[FromGame] = []


def register_standing(standing: FromGame) -> None:
    """Register a function that returns the standing of a game, or None for a law without that game."""
    if standing not in _from_games:
        _from_games.append(standing)


def standings(ctx: ReadContext) -> list[Standing]:
    """Return the public standings of all ways to win under the law in force."""
    by_games = (standing(ctx) for standing in _from_games)
    return [*_by_clauses(ctx), *(each for each in by_games if each is not None)]


def main_standing(found: Sequence[Standing]) -> Standing | None:
    """Return the first standing that ranks players, else the first standing, or None if there are none."""
    return next((each for each in found if each.rows), found[0] if found else None)


def ranked(columns: Sequence[Column], scores: Mapping[str, Sequence[Score]]) -> tuple[Row, ...]:
    """Return a row for each player, those nearest to winning first. Players with equal scores share a rank."""
    merits = {name: _merit(columns, each) for name, each in scores.items()}
    ordered = sorted(scores, key=lambda name: ([-part for part in merits[name]], name))
    rows: list[Row] = []
    for number, name in enumerate(ordered, 1):
        is_equal = bool(rows) and merits[rows[-1].player] == merits[name]
        rows.append(Row(name, rows[-1].place if is_equal else number, tuple(scores[name])))
    return tuple(rows)


def _merit(columns: Sequence[Column], scores: Sequence[Score]) -> tuple[float, ...]:
    pairs = list(zip(columns, scores, strict=True))
    progress = sum(score.progress for column, score in pairs if not column.least)
    return progress, *(-score.amount if column.least else score.amount for column, score in pairs)


# ── what clauses count


def _by_clauses(ctx: ReadContext) -> list[Standing]:
    goals = goals_of(ctx.law)
    if not goals:
        return []
    is_counted = any(not each.is_secret for goal in goals for each in goal.measures)
    counting = _Counting(ctx, goals) if is_counted and how_many_play(ctx) <= MAX_RANKED else None
    return [_standing(goal, counting) for goal in goals]


def _standing(goal: Goal, counting: "_Counting | None") -> Standing:
    secret = tuple(each.name for each in goal.measures if each.is_secret)
    bare = Standing(goal.rule, goal.brief, goal.words, secret=secret, place=goal.place)
    if counting is None:
        return bare
    try:
        return counting.filled(bare, goal)
    except TooLong:
        return bare


class _Counting:
    """Evaluates the numbers of all players, within a step limit of its own."""

    def __init__(self, ctx: ReadContext, goals: Iterable[Goal]) -> None:
        self._ctx = ReadContext(ctx.cycle, Actor.nobody(), ctx.at)
        self._ctx.know(WHO_PLAYS, who_plays(ctx))
        self._hall = hall_seen(self._ctx)
        self._hall.work = separate_budget(self._ctx, STEPS)
        self._load([each for goal in goals for each in goal.measures if not each.is_secret])

    def _load(self, measures: Sequence[Measure]) -> None:
        """Load the balances that the numbers read, with one query for each item, or with one for all items."""
        found = [reads(each) for measure in measures for each in (measure.expression, measure.target) if each]
        if any(each.more for each in found):
            expect_everybody(self._ctx)
            return
        held: dict[str, dict[str, int]] = {player.name: {} for player in who_plays(self._ctx)}
        for item in sorted(frozenset[str]().union(*(each.items for each in found))):
            for holder, amount in _amounts.all(self._ctx.cycle.pk, item):
                held.setdefault(holder, {})[item] = amount
        cache_balances(self._ctx, held)

    def filled(self, bare: Standing, goal: Goal) -> Standing:
        """Return the standing with its rows. Raises TooLong if evaluating them takes too many steps."""
        run = self._hall.run("", goal.rule)
        with run.loop_cache:
            counted = [each for each in goal.measures if not each.is_secret]
            of_players = [each for each in counted if each.of_players]
            of_cycle = tuple((each.name, self._score(run, each, "")) for each in counted if not each.of_players)
            names = [player.name for player in who_plays(self._ctx)] if of_players else []
            scores = {name: [self._score(run, each, name) for each in of_players] for name in names}
        targets = [{row[place].target for row in scores.values()} for place in range(len(of_players))]
        columns = tuple(
            Column(each.name, next(iter(target)) if len(target) == 1 else None, each.least, each.item, each.value)
            for each, target in zip(of_players, targets, strict=True)
        )
        return replace(bare, columns=columns, rows=ranked(columns, scores), of_cycle=of_cycle)

    def _score(self, run: Run, measure: Measure, player: str) -> Score:
        names = {measure.called: (player,), "it": (player,)} if player else {}
        amount = as_number(measure.expression.value(run, dict(names)))
        if measure.target is None:
            return Score(amount)
        return Score(amount, as_number(measure.target.value(run, dict(names))) + measure.more)
