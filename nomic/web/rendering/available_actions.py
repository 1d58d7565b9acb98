"""Actions on a cycle's home page, grouped by purpose, the most useful first, with their prices."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.amounts import as_price
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.standing.goals import goals_of
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Action, Availability
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.law.document.sections import Law

FIRST = 3  # actions that are shown before all others
LOOKED = 500  # entries in which uses of an action are counted, at least
PLAY, TRADE, VOTE, COURT, PRACTICE = "Play", "Trade and give", "Vote and propose", "Court and offices", "Practice"
GROUPS = (PLAY, TRADE, VOTE, COURT, PRACTICE)
# What the actions of a channel are for. Those of all other channels are for playing.
FOR: Mapping[str, str] = {
    "proposals": VOTE,
    "trades": TRADE,
    "request-for-justice": COURT,
    "corrections": COURT,
    "practice": PRACTICE,
}
# How useful an action is for one reason or another. Actions of a group that is not for playing are seldom first.
JOINS, WINS, MOST_USES, FREE, LIMITED, KEEPS = 2000, 300, 90, 50, 30, -5000
TAKING = ("revoke", "destroy", "transfer", "strike", "pay")

_uses = Prepared(
    lambda cycle, since: (
        Entry.objects.filter(cycle_id=cycle, seq__gt=since, actor__gt="")
        .order_by()
        .values("action")
        .annotate(count=Count("pk"))
        .values_list("action", "count")
    ),
    int,
    int,
    for_pages=True,
)


def by_reason(cannot: Iterable[Availability]) -> list[list[Availability]]:
    """Group unavailable actions by their reason, so that a page shows each reason once.

    The order of the actions is kept.
    """
    groups: dict[tuple[str, str], list[Availability]] = {}
    for each in cannot:
        if each.reason is not None:
            groups.setdefault((each.reason.detail, str(each.reason.rule)), []).append(each)
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class ShownAct:
    """An available action with its price as text, empty if it is free or not known in advance.

    `amounts_now` holds the amounts that its clause computes, as they are now.
    """

    action: Action
    amounts_now: str
    price: str


@dataclass(frozen=True, slots=True)
class Acts:
    """The available actions: the most useful ones, the others by purpose, and those that end something."""

    first: Sequence[ShownAct]
    groups: Sequence[tuple[str, Sequence[ShownAct]]]
    final: Sequence[ShownAct]

    @property
    def count(self) -> int:
        """The number of actions in `groups`."""
        return sum(len(acts) for _, acts in self.groups)


def acts_shown(ctx: ReadContext, available: Iterable[Availability], *, waiting: bool) -> Acts:
    """Return the available actions, sorted for display. `waiting` is true if a proposal needs the visitor's vote.

    That vote is among the tasks on the page, so it need not be shown first here.
    """
    possible = list(available)
    final = [each for each in possible if each.action.confirm]
    ordinary = [each for each in possible if not each.action.confirm]
    uses = dict(_uses.all(ctx.cycle.pk, max(0, ctx.cycle.seq // LOOKED - 1) * LOOKED)) if ordinary else {}
    merit = {each.action.name: _merit(ctx.law, each.action, uses, waiting) for each in ordinary}
    best = sorted(ordinary, key=lambda each: -merit[each.action.name])[:FIRST]
    best = [each for each in best if merit[each.action.name] >= 0]
    rest = [each for each in ordinary if each not in best]
    groups = [(name, [_shown(ctx, each) for each in rest if group_of(ctx.law, each.action) == name]) for name in GROUPS]
    return Acts(
        [_shown(ctx, each) for each in best],
        [(name, acts) for name, acts in groups if acts],
        [_shown(ctx, each) for each in final],
    )


def group_of(law: Law, action: Action) -> str:
    """Return the title of the group that an action belongs to."""
    placed = clauses_of(law).actions.get(action.name)
    if placed is not None:
        return group_of_clause(placed)
    return FOR.get(action.channel, PLAY)


def group_of_clause(placed: Placed[ActionClause]) -> str:
    """Return the title of the group for an action that a clause of the law defines."""
    if placed.of:
        return COURT  # it stands for an office
    return TRADE if _gives_to_others(placed.clause) else PLAY


def price_in_words(ctx: ReadContext, action: Action) -> str:
    """Return the price of an action as text as far as it is known in advance, or "" if it is free."""
    price = {item: n for item, n in (action.price(ctx) if action.price is not None else {}).items() if n}
    return as_price(ctx.law, price) if price else ""


def _shown(ctx: ReadContext, item: Availability) -> ShownAct:
    return ShownAct(item.action, item.amounts_now, price_in_words(ctx, item.action))


def _merit(law: Law, action: Action, uses: Mapping[str, int], waiting: bool) -> int:
    """Return how useful an action is now. Joining, winning, and use by others raise the number."""
    if action.name == "join":
        return JOINS
    group = group_of(law, action)
    if group in (PRACTICE, COURT) or (waiting and action.name == "vote"):
        return KEEPS
    merit = min(uses.get(action.name, 0), MOST_USES)
    placed = clauses_of(law).actions.get(action.name)
    if placed is None:
        return merit + FREE * (group == PLAY)
    if group == PLAY and is_free(placed.clause):
        merit += FREE + LIMITED * (placed.clause.limit is not None)  # what is free until the phase ends
    return merit + WINS * brings_what_wins(law, placed)


def brings_what_wins(law: Law, placed: Placed[ActionClause]) -> bool:
    """Return whether an action gives its actor an item or a value that a way to win counts."""
    counted = {name for goal in goals_of(law) for each in goal.measures for name in (each.item, each.value) if name}
    return law.once(
        ("brings what wins", placed.key),
        lambda: any(
            each.get("to", each.get("of")) == "$me"
            and any(isinstance(each.get(word), str) and each[word] in counted for word in ("grant", "raise"))
            for each in _mappings(placed.clause.do)
        ),
    )


def brings_something(clause: ActionClause) -> bool:
    """Return whether an action gives its actor something, directly or through a pool of random outcomes."""
    return any(
        "meet" in each or (each.get("to") == "$me" and ("grant" in each or "transfer" in each))
        for each in _mappings(clause.do)
    )


def _gives_to_others(clause: ActionClause) -> bool:
    """Return whether an action gives something to a player chosen by the actor."""
    named = {f"${name}" for name, each in clause.with_.items() if each.kind == "players"}
    return any(
        isinstance(each.get("to"), str) and each["to"] in named and ("grant" in each or "transfer" in each)
        for each in _mappings(clause.do)
    )


def is_free(clause: ActionClause) -> bool:
    """Return whether an action costs nothing and takes nothing."""
    return not clause.costs and not _takes(clause)


def _takes(clause: ActionClause) -> bool:
    """Return whether an action's effect takes something, usually from its actor."""
    return any(word in each for each in _mappings(clause.do) for word in TAKING)


def _mappings(raw: Any) -> Iterator[dict[str, Any]]:
    """Yield every mapping in an effect as JSON."""
    if isinstance(raw, dict):
        yield raw
    for each in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list) else ():
        yield from _mappings(each)
