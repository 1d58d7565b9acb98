"""Public facts that previews compare, and their differences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from nomic.clauses.models import DeferredEffect
from nomic.corrections.diff.compared_facts import cards, court, items, players, proposals, the_cycle, trades, values
from nomic.corrections.diff.law_diff import compare_laws
from nomic.corrections.diff.public_diff import Facts
from nomic.cycles.commands.preview import FactChange
from nomic.cycles.models import Cycle, Deadline
from nomic.cycles.schedule.outages import is_extended
from nomic.forecast.fork.due_in_words import due_in_words, titles_of
from nomic.law.document.sections import Law
from nomic.law.schema.text_types import shortened

MAX_WORDS = 300  # characters of a line or a value
SHOWN: tuple[tuple[str, Facts], ...] = (
    ("Players", players),
    ("Items", items),
    ("Cards", cards),
    ("What the rules keep track of", values),
    ("Proposals", proposals),
    ("Trades", trades),
    ("The court", court),
)
LAW, DUE = "Law", "Due"


def facts_of(cycle: Cycle) -> dict[tuple[str, str], str]:
    """Return the public facts of a cycle by kind and name."""
    found = {(kind, what): fact for kind, facts in SHOWN for what, fact in facts(cycle).items()}
    found[LAW, "The Judge"] = the_cycle(cycle)["The Judge"]
    return found


def changed_facts(before: Mapping[tuple[str, str], str], after: Mapping[tuple[str, str], str]) -> Iterator[FactChange]:
    """Yield a change for each public fact that differs, or that exists only before or after."""
    for kind, what in {**before, **after}:
        was, now = before.get((kind, what), ""), after.get((kind, what), "")
        if was != now:
            yield FactChange(kind, cut_line(what), cut_line(was), cut_line(now))


def changed_law(law: Law, new: Law) -> Iterator[FactChange]:
    """Yield the differences between two laws as changes for previews; none if they are equal."""
    for what, was, now in compare_laws(law, new):
        yield FactChange(LAW, cut_line(what), cut_line(was), cut_line(now))


@dataclass(frozen=True, slots=True)
class Due:
    """A public deadline as text, with its instant. If the instant is set `by_calendar`, no outage postpones it."""

    words: str
    at: datetime
    by_calendar: bool = False


def due_in(cycle: Cycle) -> dict[str, Due]:
    """Return the deadlines of a cycle by label, without those that rules keep secret."""
    secret = {row.label for row in DeferredEffect.objects.filter(cycle=cycle, hidden=True)}
    rows = [row for row in Deadline.objects.filter(cycle=cycle).order_by("at", "label") if row.label not in secret]
    titles = titles_of(cycle, rows)
    return {row.label: Due(due_in_words(row, titles, cycle.law), row.at, not is_extended(row.action)) for row in rows}


def moved_times(before: Mapping[str, Due], after: Mapping[str, Due]) -> Iterator[FactChange]:
    """Yield a change for each deadline that is moved, added or removed."""
    for label in {**after, **before}:
        was, now = before.get(label), after.get(label)
        known = was or now
        if known is not None and (was is None or now is None or was.at != now.at):
            yield FactChange(
                DUE,
                cut_line(known.words),
                f"{was.at:%A %d %B, %H:%M} UTC" if was else "not due",
                f"{now.at:%A %d %B, %H:%M} UTC" if now else "not due",
            )


def cut_line(text: str) -> str:
    """Return the text, cut to the maximum length of a line in a preview."""
    return shortened(text, MAX_WORDS)
