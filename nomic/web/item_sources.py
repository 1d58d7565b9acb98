"""Sources of the items that players pay and win with, according to the law in force.

These are the law's currencies and tokens and, apart from them, whatever a way to win counts. Effects of clauses and of
sections that grant or raise one of them are listed in the law's own sentences. For entries such as cards only the names
are listed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.schema.placed_clause import AnyPlaced
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.standing.goals import goals_of
from nomic.clauses.views.proposal_classes import aftermath_in_words
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Law, pointer
from nomic.law.labels.explanations import has_explanation
from nomic.law.labels.unquoted_provisions import ELSEWHERE
from nomic.law.labels.value_sentence import sentence_of
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of

PAID_WITH = ("currency", "token")
GIVING = {"grant": "to", "raise": "of", "transfer": "to"}  # operations, and the key that says to whom
ANYTHING = "things"  # what an effect gives that it works out: among what is wanted if it may be any of it
MAX_WAYS = 40
MAX_NAMES = 12  # of entries of one section
DEEP = 4  # parts of the path of a place that has a sentence of its own

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemSource:
    """A way to gain items under the law: the gain, a sentence, the action's title or "", and the rule.

    `place` is the JSON pointer of the provision, or "" for a clause.
    """

    brings: tuple[str, ...]
    sentence: str
    act: str
    rule: RuleRef | None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """The names of a section's entries that grant items. `more` is the number of names left out."""

    section: str
    names: tuple[str, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Brought:
    """All sources of items for players under a law. `more` is the number of ways left out."""

    ways: tuple[ItemSource, ...]
    entries: tuple[Entries, ...]
    more: int


@dataclass(frozen=True, slots=True)
class WaysTo:
    """All sources of one thing that a way to win counts, and its name in the plural."""

    things: str
    brought: Brought


def what_brings_items(law: Law) -> Brought:
    """Return the ways to obtain the items with which players pay. Cached with the law.

    Items that a way to win counts are left out: `ways_to_what_wins` returns theirs.
    """
    return law.once("what brings items", lambda: _brought(law, _wanted(law)))


def ways_to_what_wins(law: Law) -> tuple[WaysTo, ...]:
    """Return the ways to obtain each item or value that a way to win counts. Cached with the law.

    Things that nothing in the law gives are left out.
    """
    return law.once("ways to what wins", lambda: tuple(_ways_to(law)))


def _ways_to(law: Law) -> Iterator[WaysTo]:
    for name, plural in _counted(law).items():
        brought = _brought(law, {name: plural})
        if brought.ways or brought.entries:
            yield WaysTo(plural, brought)


def _brought(law: Law, wanted: Mapping[str, str]) -> Brought:
    named: dict[str, list[str]] = defaultdict(list)
    ways = [
        *_by_acts(law, wanted),
        *_by_sections(law, wanted, named),
        *_by_rules(law, wanted),
        *_by_proposals(law, wanted),
    ]
    entries = (
        Entries(section, tuple(names[:MAX_NAMES]), max(0, len(names) - MAX_NAMES)) for section, names in named.items()
    )
    return Brought(tuple(ways[:MAX_WAYS]), tuple(entries), max(0, len(ways) - MAX_WAYS))


def _wanted(law: Law) -> Mapping[str, str]:
    """Return the names of the items with which players pay, except those counted for winning, each with its plural."""
    counted = _counted(law)
    paid = {name: item.plural for name, item in items_of(law).items() if item.kind in PAID_WITH}
    return {name: plural for name, plural in paid.items() if name not in counted} | {ANYTHING: ANYTHING}


def _counted(law: Law) -> Mapping[str, str]:
    """Return the names of the items and values of players that a way to win counts, each with its plural."""
    items = items_of(law)
    measures = [measure for goal in goals_of(law) for measure in goal.measures]
    names = [name for measure in measures for name in (measure.item, measure.value) if name]
    return {name: items[name].plural if name in items else name for name in names}


def _by_acts(law: Law, wanted: Mapping[str, str]) -> Iterator[ItemSource]:
    """Yield the law's own actions that give something, directly or by an outcome of a pool."""
    for placed in clauses_of(law).actions.values():
        found = _of_clause(law, placed, wanted)
        if found and not placed.of:
            yield ItemSource(
                found, in_brief(placed.clause, law), placed.clause.action, RuleRef(placed.rule, placed.title)
            )


def _by_rules(law: Law, wanted: Mapping[str, str]) -> Iterator[ItemSource]:
    """Yield the clauses for events that give something."""
    for placed in (placed for found in clauses_of(law).at_events.values() for placed in found):
        found = _of_clause(law, placed, wanted)
        if found and not placed.of:
            yield ItemSource(found, in_brief(placed.clause, law), "", RuleRef(placed.rule, placed.title))


def _by_proposals(law: Law, wanted: Mapping[str, str]) -> Iterator[ItemSource]:
    """Yield the classes of proposals that give something when a proposal passes or fails."""
    for each in classes_of(law).values():
        found = _given([each.clause.then, each.clause.else_], wanted)
        if found:
            says = " ".join((f"{each.title}:", *aftermath_in_words(each.clause, law)))
            yield ItemSource(found, says, "", RuleRef(each.placed.rule, each.placed.title))


def _of_clause(law: Law, placed: AnyPlaced, wanted: Mapping[str, str]) -> tuple[str, ...]:
    """Return the plurals of the things that a clause can give, directly or by an outcome of a pool."""
    effect = placed.clause.do
    pools = {each["meet"] for each in _mappings(effect) if isinstance(each.get("meet"), str)}
    met = [outcome.clause.do for pool in sorted(pools) for outcome in clauses_of(law).outcomes.get(pool, ())]
    return _given([effect, *met], wanted)


def _by_sections(law: Law, wanted: Mapping[str, str], named: dict[str, list[str]]) -> Iterator[ItemSource]:
    """Yield the parts of sections that give something. Entries that do are added to `named`."""
    for section in sorted(law.document.keys() - set(ELSEWHERE)):
        if law.document[section].get("in_force") is False:  # a game that cannot be played brings nothing
            continue
        yield from _at(law, (section,), law.document[section], wanted, named)


def _at(
    law: Law, path: Path, value: Any, wanted: Mapping[str, str], named: dict[str, list[str]]
) -> Iterator[ItemSource]:
    found = _given(value, wanted)
    if not found or len(path) > DEEP:
        return
    giving = [each for each in value if _given(each, wanted)] if isinstance(value, list) else value
    if says := sentence_of(law, path, giving):
        id_ = rule_at(law, pointer(*path))
        yield ItemSource(
            found, says, "", None if id_ is None else RuleRef(id_, rules_of(law)[id_].title), pointer(*path)
        )
    elif len(path) in (2, 3) and has_explanation(path[0], *path[1:-1]):
        named[path[0]].append(path[-1])
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _at(law, (*path, key), part, wanted, named)


def _given(raw: Any, wanted: Mapping[str, str]) -> tuple[str, ...]:
    """Return the plurals of the things that an effect, as JSON, gives, in the order of `wanted`."""
    given = {
        each[word]
        for each in _mappings(raw)
        for word, whose in GIVING.items()
        if isinstance(each.get(word), str)
        and _is_of_players(each.get(whose))
        and not _is_of_players(each.get("from"))
        and not _is_loss(each.get("n", each.get("by")))
    }
    if any(name.startswith("$") for name in given):
        given.add(ANYTHING)
    return tuple(plural for name, plural in wanted.items() if name in given)


def _is_of_players(whose: Any) -> bool:
    """Return whether a field that names a holder refers to players.

    A plain name refers to a place of the game, such as a bank. None refers to the game itself.
    """
    return isinstance(whose, dict) or (isinstance(whose, str) and whose.startswith("$"))


def _is_loss(amount: Any) -> bool:
    """Return whether an amount is negative, or a product with a negative number."""
    if isinstance(amount, dict) and isinstance(amount.get("times"), list):
        return any(map(_is_loss, amount["times"]))
    return isinstance(amount, int) and amount < 0


def _mappings(raw: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every mapping in an effect, given as JSON. Laws limit nesting, so recursion is safe."""
    if isinstance(raw, dict):
        yield raw
    for each in raw.values() if isinstance(raw, dict) else raw if isinstance(raw, list | tuple) else ():
        yield from _mappings(each)
