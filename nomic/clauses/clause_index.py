"""The clauses of a law, parsed once and indexed by event, action and value; and their flaws."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace
from pydantic import ValidationError

from nomic.clauses.checks.events import action_event_under, actions_heard, emitted_under, event_kind_at
from nomic.clauses.checks.pools import works_of
from nomic.clauses.checks.proposal_classes import no_way_to_vote
from nomic.clauses.checks.unused_luck_trait import idle_trait
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.schema.clause_models import (
    ActionClause,
    ClassClause,
    Clause,
    ForbidClause,
    OutcomeClause,
    ValueClause,
    WhenClause,
    WinsClause,
)
from nomic.clauses.schema.effect_vocabulary import names_of
from nomic.clauses.schema.kind_registry import kind_of, kinds, schema_of
from nomic.clauses.schema.placed_clause import AnyPlaced, Placed
from nomic.clauses.schema.short_sentences import says_flaws
from nomic.clauses.schema.tables import TableClause
from nomic.clauses.schema.value_kinds import KeyKind
from nomic.clauses.vocabulary.action_events import ActionEvent
from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.clauses.vocabulary.player_facts import offices
from nomic.effects.checking.piece_places import noting_places
from nomic.effects.language import scopes
from nomic.effects.language.event_names import DOES
from nomic.effects.language.nodes.base import Kind, Scope
from nomic.effects.language.vocabulary import Vocabulary
from nomic.effects.prose.context import ValueWords
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.tree import Rule, rules_of, tree
from nomic.law.schema.validation_messages import validation_messages

BEFORE = "before "  # prefix of the index names of clauses that run before an event


@dataclass(frozen=True)
class Clauses:
    """All clauses of a law by kind, then by index name, in reading order of the rules.

    Each kind defines the index name of a clause. The properties give typed access to the host's own kinds.
    """

    by_kind: Mapping[str, Mapping[str, Sequence[AnyPlaced]]]

    @cached_property
    def values(self) -> Mapping[str, Placed[ValueClause]]:
        """The clause of each value, by the value's name."""
        return {name: placed for name, (placed,) in self.by_kind["value"].items()}

    @cached_property
    def tables(self) -> Mapping[str, Placed[TableClause]]:
        """The clause of each table, by the table's name."""
        return {name: placed for name, (placed,) in self.by_kind["table"].items()}

    @cached_property
    def columns(self) -> Mapping[str, Placed[TableClause]]:
        """The tables of the law by the names of their columns.

        A name that several tables use refers to the first of them.
        """
        found: dict[str, Placed[TableClause]] = {}
        for placed in self.tables.values():
            for column in placed.clause.columns:
                found.setdefault(column, placed)
        return found

    @cached_property
    def actions(self) -> Mapping[str, Placed[ActionClause]]:
        """The clause of each action, by the action's name in calls and in the journal."""
        return {name: placed for name, (placed,) in self.by_kind["action"].items()}

    @property
    def at_events(self) -> Mapping[str, Sequence[Placed[WhenClause]]]:
        """Triggered clauses by the kind of their event."""
        return self.by_kind["when"]

    @cached_property
    def before(self) -> Mapping[str, Sequence[Placed[WhenClause]]]:
        """The clauses that run before an action, by the action's name."""
        found: dict[str, list[Placed[WhenClause]]] = {}
        for placed in self.by_kind["when"].get(BEFORE + DOES, ()):
            found.setdefault(placed.clause.act or "", []).append(placed)
        return found

    @property
    def bans(self) -> Mapping[str, Sequence[Placed[ForbidClause]]]:
        """Bans by the name of the forbidden action."""
        return self.by_kind["forbid"]

    @property
    def victories(self) -> Sequence[Placed[WinsClause]]:
        """The clauses that define ways to win."""
        return self.by_kind["wins"].get("", ())

    @cached_property
    def classes(self) -> Mapping[str, Placed[ClassClause]]:
        """The clause of each proposal class, by the class's name."""
        return {name: placed for name, (placed,) in self.by_kind["class"].items()}

    @property
    def outcomes(self) -> Mapping[str, Sequence[Placed[OutcomeClause]]]:
        """Outcomes by the name of their pool."""
        return self.by_kind["outcome"]

    @cached_property
    def heard(self) -> frozenset[str]:
        """The names of the actions that trigger a clause."""
        return frozenset(each.clause.act for each in self.at_events.get(DOES, ()) if each.clause.act is not None)


def clauses_of(law: Law) -> Clauses:
    """Return the valid clauses of a law. For a draft, `agree` reports the invalid ones."""
    return law.once("clauses", lambda: _read(law))


def _read(law: Law) -> Clauses:
    found: dict[str, dict[str, list[AnyPlaced]]] = {word: {} for word in kinds()}
    for rule_id, rule in _with_clauses(law):
        for name, raw in in_order(rule):
            clause = clause_or_none(raw)
            if clause is not None:
                for placed in _with_expansion(Placed(rule_id, RuleRef(rule_id, rule.title), name, clause)):
                    kind = kinds()[placed.clause.word]
                    filed = found[placed.clause.word].setdefault(kind.filed_under(placed), [])
                    if kind.taken is not None:
                        filed.clear()  # In an invalid draft with several such clauses, the last one is used.
                    filed.append(placed)
    return Clauses(found)


def _with_expansion(placed: AnyPlaced) -> Iterator[AnyPlaced]:
    """Yield a clause, then the clauses that it expands to."""
    yield placed
    for name, raw in kinds()[placed.clause.word].expand(placed).items():
        inner = clause_or_none(raw)
        if inner is not None:  # of a draft with flaws it may be None
            yield Placed(placed.rule, placed.title, f"{placed.name}_{name}", inner, placed.name)


def clause_or_none(raw: Mapping[str, Any]) -> Clause | None:
    """Return the parsed clause, or None if it has flaws."""
    schema = schema_of(raw)
    try:
        return None if schema is None else schema.model_validate(raw)
    except ValidationError:
        return None


def _with_clauses(law: Law) -> Iterator[tuple[str, Rule]]:
    """Yield the rules that have clauses, in reading order."""
    if any(rule.clauses for rule in rules_of(law).values()):
        yield from ((each.id, each.rule) for each in tree(rules_of(law)) if each.rule.clauses)


def in_order(rule: Rule) -> list[tuple[str, dict[str, Any]]]:
    """Return the clauses of a rule with their names, in reading order, which is also the order of execution."""
    return sorted(rule.clauses.items(), key=lambda named: (_place(named[1]), named[0]))


def _place(raw: Mapping[str, Any]) -> int:
    place = raw.get("place", 0)
    return place if isinstance(place, int) else 0


def vocabulary_of(law: Law) -> Vocabulary:
    """Return the names of the law that effects outside of matches may use, from clauses, packs and offers."""
    return law.once("vocabulary of the hall", lambda: _vocabulary(law))


def _vocabulary(law: Law) -> Vocabulary:
    kept, names = [placed.clause for placed in clauses_of(law).values.values()], names_of(law)
    columns = {name: placed.clause for name, placed in clauses_of(law).columns.items()}
    tables = frozenset(clauses_of(law).tables)
    pools = {pool: [each.clause for each in placed] for pool, placed in clauses_of(law).outcomes.items()}

    def of(kind: Kind, holder: str) -> frozenset[str]:
        return frozenset(each.value for each in kept if (each.kind, each.of) == (kind, holder))

    def keepings(of: str) -> frozenset[str]:
        filed = clauses_of(law).by_kind["keeping"].items()
        return frozenset(name for name, (placed,) in filed if placed.clause.of == of)

    return replace(
        names,
        offices=offices() | clauses_of(law).by_kind["office"].keys(),
        values_of_cycle=of("number", "cycle") | _of_kind(columns, "number"),
        values_of_players=of("number", "player"),
        names_of_cycle=of("names", "cycle") | _of_kind(columns, "names"),
        names_of_players=of("names", "player"),
        players_of_cycle=of("players", "cycle"),
        players_of_players=of("players", "player"),
        proposals_of_cycle=of("proposals", "cycle"),
        proposals_of_players=of("proposals", "player"),
        classes=frozenset(clauses_of(law).classes),
        rules=frozenset(rules_of(law)),
        keepings_of_cycle=keepings("cycle"),
        keepings_of_players=keepings("player"),
        lists=frozenset(each.value for each in kept if each.several),
        by_players=frozenset(each.value for each in kept if each.by == "player"),
        by_names=frozenset(each.value for each in kept if each.by not in (None, "player")) | columns.keys() | tables,
        keys={each.value: named for each in kept if (named := _named_by(names, each.by)) is not None}
        | {column: frozenset(table.rows) for column, table in columns.items()},
        tables=tables,
        columns=frozenset(columns),
        secrets=frozenset(each.value for each in kept if each.is_secret),
        one_of={each.value: frozenset(each.possible) for each in kept if each.possible},
        pools=works_of(pools, names.rolled_for),
        events=frozenset(each.kind for each in emitted_under(law, clauses_of(law))) - {DOES},
        acts=frozenset(name for name, _ in triggering_actions(law)),
    )


def _of_kind(columns: Mapping[str, TableClause], kind: Kind) -> frozenset[str]:
    """Return the names of the columns whose values have this kind."""
    return frozenset(column for column, table in columns.items() if table.kind_of(column) == kind)


def _named_by(names: Vocabulary, by: KeyKind | None) -> frozenset[str] | None:
    """Return the names that can be keys of this kind, or None if the law does not restrict the keys."""
    return names.items if by == "item" else names.suits if by == "suit" else None


# ── events that can trigger clauses


def event_kind_of(law: Law, clause: WhenClause) -> EventKind | None:
    """Return the event that triggers a clause, or None if the clause names an unknown event.

    For an unknown action, return the event of a player performing any action.
    """
    return law.once(
        ("occasion", clause.when, clause.act, clause.before), lambda: event_kind_at(law, clauses_of(law), clause)
    )


def action_event_named(law: Law, name: str) -> ActionEvent | None:
    """Return the event of a player performing this action, or None if players have no such action."""
    return law.once(("deed", name), lambda: action_event_under(law, clauses_of(law), name))


def triggering_actions(law: Law) -> list[tuple[str, str]]:
    """Return the actions that can trigger a clause of this law, as pairs of name and title sorted by title."""
    return actions_heard(law, clauses_of(law))


def title_of_act(law: Law, name: str) -> str:
    """Return the title of an action of players, or "" if they have no such action under this law."""
    titles: dict[str, str] = law.once("titles of acts", lambda: dict(triggering_actions(law)))
    return titles.get(name, "")


# ── flaws


def agree(law: Law) -> Iterator[Flaw]:
    """Yield all flaws of the clauses of a law."""
    ill_formed = list(_ill_formed(law))
    yield from ill_formed
    if not ill_formed:
        faulty: set[str] = set()
        for placed in every_clause(clauses_of(law)):
            if placed.of and placed.path in faulty:
                continue  # its flaws are those of the clause that stands for it
            wrong = list(_flaws_of(law, placed))
            yield from wrong
            if wrong:
                faulty.add(placed.path)
            else:
                yield from kinds()[placed.clause.word].leaks(law, placed, secrets_of(law))
        if not faulty:
            actions = clauses_of(law).actions.items()
            yield from idle_trait(law, {name: (each.clause, scope_of_action(each.clause)) for name, each in actions})
        yield from no_way_to_vote(clauses_of(law).classes)


def _flaws_of(law: Law, placed: AnyPlaced) -> Iterator[Flaw]:
    """Yield the flaws of a clause. Those of an expanded clause are reported at the clause that expands to it."""
    kind = kinds()[placed.clause.word]
    if not placed.of:
        yield from kind.flaws(law, placed, vocabulary_of(law))
        yield from says_flaws(law, placed.path, placed.clause)
    else:
        with noting_places():  # editors find nothing of it in the document
            found = list(kind.flaws(law, placed, vocabulary_of(law)))
        yield from (Flaw(placed.path, flaw.detail) for flaw in found)


def _ill_formed(law: Law) -> Iterator[Flaw]:
    """Yield flaws for clauses that cannot be parsed, and for clauses whose name is taken."""
    first: dict[tuple[str, str], str] = {}
    for rule_id, rule in _with_clauses(law):
        for name, raw in in_order(rule):
            path = pointer("rules", rule_id, "clauses", name)
            kind, schema = kind_of(raw), schema_of(raw)
            if kind is None or schema is None:
                yield Flaw(path, f"a clause begins with one of these: {', '.join(kinds())}")
                continue
            try:
                read = schema.model_validate(raw)
            except ValidationError as error:
                yield from (
                    Flaw(path + pointer(*each.place), each.detail) for each in validation_messages(schema, error, raw)
                )
                continue
            for each in _with_expansion(Placed(rule_id, RuleRef(rule_id, rule.title), name, read)):
                yield from _taken(each, first)


def _taken(placed: AnyPlaced, first: dict[tuple[str, str], str]) -> Iterator[Flaw]:
    """Yield a flaw if a clause's name is reserved or already used.

    `first` maps used names, without regard to capitals, to the keys of their clauses.
    """
    kind = kinds()[placed.clause.word]
    if kind.taken is None:
        return
    filed = kind.filed_under(placed)
    if kind.is_reserved(filed) or first.setdefault((placed.clause.word, filed.casefold()), placed.key) != placed.key:
        below = pointer(kind.taken.key) if kind.taken.key and not placed.of else ""
        yield Flaw(placed.path + below, kind.taken.message.format(name=filed))


def every_clause(clauses: Clauses) -> Iterator[AnyPlaced]:
    """Yield all clauses of a law, grouped by kind."""
    for filed in clauses.by_kind.values():
        for placed in filed.values():
            yield from placed


def value_words(law: Law) -> Mapping[str, ValueWords]:
    """Return how sentences mention each stored value of the law, by name."""
    clauses = clauses_of(law)
    offices_of_law = (placed.clause for (placed, *_) in clauses.by_kind["office"].values())
    titles = {value: title for office in offices_of_law for value, title in Names(office).titles.items()}
    columns = {
        name: ValueWords(placed.clause.columns[name], of_players=False, is_column=True)
        for name, placed in clauses.columns.items()
    }
    kept = (placed.clause for placed in clauses.values.values())
    return columns | {
        each.value: ValueWords(
            each.is_,
            each.of == "player",
            each.in_words(each.at_first) if each.at_first != () else "",
            title=titles.get(each.value),
        )
        for each in kept
    }


def secrets_of(law: Law) -> dict[str, ValueClause]:
    """Return the values that are not public, by name."""
    return {name: each.clause for name, each in clauses_of(law).values.items() if each.clause.is_secret}


def name_of_action(placed: Placed[ActionClause]) -> str:
    """Return the action's name in calls and in the journal: its `called` if given, else its key."""
    return placed.clause.called or placed.key


def scope_of_action(clause: ActionClause) -> Scope:
    """Return the names in scope in an action's effect, with their kinds: the actor and the arguments."""
    said: dict[str, Kind] = {name: argument.kind for name, argument in clause.with_.items()}
    return {**scopes.WHO_ACTS, **said}
