"""Sums up what rules that act by themselves have given to a player or taken from them, as sentences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.db import Prepared
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.law_section import amount_of_item

BY_RULE = "act-by-rule"
BEFORE, AFTER = "By the rule “", "”:"  # around the rule's title, in the first sentence of its entry
MAX_READ = 40  # the newest entries of rules
MAX_SHOWN = 3  # rules

_of_phase = Prepared(
    lambda cycle, phase: (
        Entry.objects.whole().filter(cycle_id=cycle, action=BY_RULE, phase=phase).order_by("-seq")[:MAX_READ]
    ),
    int,
    int,
    for_pages=True,
)


@dataclass(frozen=True, slots=True)
class RuleGain:
    """A sentence on what a rule has given to a player and taken from them. `seq` is the newest of its entries."""

    words: str
    seq: int


def given_in_phase(ctx: ReadContext) -> list[RuleGain]:
    """Return what rules have given the actor, or taken from them, in the current phase, the latest first."""
    if not ctx.cycle.has_begun:
        return []
    return list(_given(ctx, _of_phase.all(ctx.cycle.pk, ctx.cycle.phase)))[:MAX_SHOWN]


def given_since(ctx: ReadContext, since: datetime) -> list[RuleGain]:
    """Return what rules have given the actor, or taken from them, after an instant. Sends one query."""
    entries = Entry.objects.whole().filter(cycle=ctx.cycle, action=BY_RULE, at__gt=since).order_by("-seq")[:MAX_READ]
    return list(_given(ctx, entries))[:MAX_SHOWN]


def _given(ctx: ReadContext, entries: Iterable[Entry]) -> Iterator[RuleGain]:
    """Yield a sentence for each rule whose entries moved items of the actor. A card counts as one of its species."""
    me = ctx.actor.name
    found: dict[str, tuple[int, dict[str, list[int]]]] = {}
    for entry in entries:
        title = _title(entry.words)
        for line in entry.moved:
            if title and me in (line.giver, line.taker) and line.giver != line.taker:
                _, amounts = found.setdefault(title, (entry.seq, {}))
                amounts.setdefault(line.item, []).append(line.amount if line.taker == me else -line.amount)
    for title, (seq, by_item) in found.items():
        sums = {item: sum(each) for item, each in by_item.items()}
        gained = [amount_of_item(ctx.law, item, n) for item, n in sums.items() if n > 0]
        lost = [amount_of_item(ctx.law, item, -n) for item, n in sums.items() if n < 0]
        parts = [f"gave you {listed(gained)}"] * bool(gained) + [f"took {listed(lost)} from you"] * bool(lost)
        if parts:
            times = max(map(len, by_item.values()))
            yield RuleGain(f"The rule {title} {' and '.join(parts)}{f' ({times} times)' if times > 1 else ''}.", seq)


def _title(words: list[Any]) -> str:
    """Return the title of the rule that an entry's first sentence names, or ""."""
    first = str(words[0]) if words else ""
    is_named = first.startswith(BEFORE) and first.endswith(AFTER)
    return first[len(BEFORE) : -len(AFTER)] if is_named else ""
