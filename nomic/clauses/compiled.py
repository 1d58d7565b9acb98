"""The clauses of a law, parsed once and indexed by event, action and value; and the flaws of all clauses."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace
from pydantic import ValidationError

from nomic.clauses.checks.events import actions_heard, deed_under, occasion_at, told_under, when_flaws
from nomic.clauses.checks.luck import idle_trait
from nomic.clauses.checks.pools import circle_flaws, works_of
from nomic.clauses.checks.proposal_classes import class_flaws, no_way_to_vote
from nomic.clauses.checks.secrecy import badly_sealed, told_by_asking, told_by_counting
from nomic.clauses.schema.kinds import (
    KINDS,
    ActionClause,
    ClassClause,
    Clause,
    ForbidClause,
    OutcomeClause,
    ValueClause,
    WhenClause,
    WinsClause,
    kind_of,
)
from nomic.clauses.schema.names import names_of
from nomic.clauses.vocabulary.action_events import Deed
from nomic.clauses.vocabulary.event_scopes import Occasion
from nomic.clauses.vocabulary.names import THEM, WINNER, said_with
from nomic.clauses.vocabulary.player_facts import offices
from nomic.cycles.actions.registry import declared_action
from nomic.cycles.domain.calendar import calendar_of
from nomic.effects.checking.in_law import condition_flaws, effect_flaws, value_flaws
from nomic.effects.checking.noting import Noted, note
from nomic.effects.language import scopes
from nomic.effects.language.bounds import UNBOUNDED
from nomic.effects.language.event_names import DOES, event_named
from nomic.effects.language.nodes.base import Extent, Kind, Scope
from nomic.effects.language.parser import read_effect, read_value
from nomic.effects.language.vocabulary import Vocabulary
from nomic.inventory.law_section import unknown_items
from nomic.law.document.sections import Flaw, Law, pointer
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.tree import Rule, rules_of, tree
from nomic.law.schema.messages import validation_messages

C = TypeVar("C", bound=Clause, covariant=True)


@dataclass(frozen=True, slots=True)
class Placed(Generic[C]):
    """A clause with the rule that it belongs to and its name there."""

    rule: str
    title: str
    name: str
    clause: C

    @property
    def key(self) -> str:
        """The clause's unique key within its law; rule ids and clause names have no underscore."""
        return f"{self.rule}_{self.name}"

    @property
    def path(self) -> str:
        """The clause's JSON pointer in the document."""
        return pointer("rules", self.rule, "clauses", self.name)


AnyPlaced: TypeAlias = Placed[Any]


@dataclass(frozen=True, slots=True)
class Clauses:
    """All clauses of a law, each list in reading order of the rules.

    Values, classes and outcomes are stored by name, the outcomes by that of their pool. Actions are stored by key,
    triggered clauses by kind of event, bans by name of the forbidden action. `heard` contains the actions that trigger
    a clause.
    """

    values: dict[str, Placed[ValueClause]] = field(default_factory=dict)
    actions: dict[str, Placed[ActionClause]] = field(default_factory=dict)
    at_events: dict[str, list[Placed[WhenClause]]] = field(default_factory=lambda: defaultdict(list))
    bans: dict[str, list[Placed[ForbidClause]]] = field(default_factory=lambda: defaultdict(list))
    victories: list[Placed[WinsClause]] = field(default_factory=list)
    classes: dict[str, Placed[ClassClause]] = field(default_factory=dict)
    outcomes: dict[str, list[Placed[OutcomeClause]]] = field(default_factory=lambda: defaultdict(list))
    heard: set[str] = field(default_factory=set)


def clauses_of(law: Law) -> Clauses:
    """Return the valid clauses of a law. Clauses of a draft that are invalid are reported by `agree`."""
    return law.once("clauses", lambda: _read(law))


def _read(law: Law) -> Clauses:
    found = Clauses()
    for rule_id, rule in _with_clauses(law):
        for name, raw in in_order(rule):
            clause = _clause_or_none(raw)
            if clause is not None:
                _sort_in(found, Placed(rule_id, RuleRef(rule_id, rule.title), name, clause))
    return found


def _clause_or_none(raw: Mapping[str, Any]) -> Clause | None:
    kind = kind_of(raw)
    try:
        return None if kind is None else kind.model_validate(raw)
    except ValidationError:
        return None


def _sort_in(found: Clauses, placed: AnyPlaced) -> None:
    clause = placed.clause
    if isinstance(clause, ValueClause):
        found.values[clause.value] = placed
    elif isinstance(clause, ActionClause):
        found.actions[name_of_action(placed)] = placed
    elif isinstance(clause, WhenClause):
        found.at_events[event_named(clause.when)].append(placed)
        if clause.when == DOES and clause.act is not None:
            found.heard.add(clause.act)
    elif isinstance(clause, ForbidClause):
        found.bans[clause.forbid].append(placed)
    elif isinstance(clause, ClassClause):
        found.classes[placed.name] = placed
    elif isinstance(clause, OutcomeClause):
        found.outcomes[clause.of].append(placed)
    else:
        found.victories.append(placed)


def _with_clauses(law: Law) -> Iterator[tuple[str, Rule]]:
    """Yield the rules that have clauses, in reading order."""
    if any(rule.clauses for rule in rules_of(law).values()):
        yield from ((each.id, each.rule) for each in tree(rules_of(law)) if each.rule.clauses)


def in_order(rule: Rule) -> list[tuple[str, dict[str, Any]]]:
    """Return the clauses of a rule with their names, in the order in which they are read and run."""
    return sorted(rule.clauses.items(), key=lambda named: (_place(named[1]), named[0]))


def _place(raw: Mapping[str, Any]) -> int:
    place = raw.get("place", 0)
    return place if isinstance(place, int) else 0


def vocabulary_of(law: Law) -> Vocabulary:
    """Return the names of the law that effects outside of matches may use: in clauses, packs and offers."""
    return law.once("vocabulary of the hall", lambda: _vocabulary(law))


def _vocabulary(law: Law) -> Vocabulary:
    kept, names = [placed.clause for placed in clauses_of(law).values.values()], names_of(law)
    pools = {pool: [each.clause for each in placed] for pool, placed in clauses_of(law).outcomes.items()}

    def of(kind: Kind, holder: str) -> frozenset[str]:
        return frozenset(each.value for each in kept if (each.kind, each.of) == (kind, holder))

    return replace(
        names,
        offices=offices(),
        values_of_cycle=of("number", "cycle"),
        values_of_players=of("number", "player"),
        names_of_cycle=of("names", "cycle"),
        names_of_players=of("names", "player"),
        players_of_cycle=of("players", "cycle"),
        players_of_players=of("players", "player"),
        lists=frozenset(each.value for each in kept if each.several),
        secrets=frozenset(each.value for each in kept if each.is_secret),
        one_of={each.value: frozenset(each.possible) for each in kept if each.possible},
        pools=works_of(pools, names.rolled_for),
        events=frozenset(each.kind for each in told_under(law, clauses_of(law))) - {DOES},
    )


# ── events that can trigger clauses


def occasion_of(law: Law, clause: WhenClause) -> Occasion | None:
    """Return the event that triggers a clause; None if no event has that name.

    For an action that does not exist, return the event of any action.
    """
    return law.once(("occasion", clause.when, clause.act), lambda: occasion_at(law, clauses_of(law), clause))


def deed_named(law: Law, name: str) -> Deed | None:
    """Return the event of a player performing an action of this law; None if players have no such action."""
    return law.once(("deed", name), lambda: deed_under(law, clauses_of(law), name))


def events_told(law: Law) -> list[Occasion]:
    """Return the events that can occur under a law, by name."""
    return told_under(law, clauses_of(law))


def acts_heard(law: Law) -> list[tuple[str, str]]:
    """Return the actions that can trigger a clause of this law, as pairs of name and title, sorted by title."""
    return actions_heard(law, clauses_of(law))


# ── flaws


def agree(law: Law) -> Iterator[Flaw]:
    """Yield all flaws of the clauses of a law."""
    ill_formed = list(_ill_formed(law))
    yield from ill_formed
    if not ill_formed:
        all_good = True
        for placed in every_clause(clauses_of(law)):
            wrong = list(_flaws(law, placed))
            yield from wrong
            if not wrong:
                yield from _told_secrets(law, placed)
            all_good = all_good and not wrong
        if all_good:
            actions = clauses_of(law).actions.items()
            yield from idle_trait(law, {name: (each.clause, scope_of_action(each.clause)) for name, each in actions})
        yield from no_way_to_vote(clauses_of(law).classes)


def _ill_formed(law: Law) -> Iterator[Flaw]:
    """Yield flaws for clauses that cannot be parsed, values declared twice, and classes of the same name."""
    kept: dict[str, str] = {}
    called: dict[str, str] = {}
    classes: dict[str, str] = {}
    for rule_id, rule in _with_clauses(law):
        for name, raw in in_order(rule):
            path = pointer("rules", rule_id, "clauses", name)
            kind = kind_of(raw)
            if kind is None:
                yield Flaw(path, f"a clause begins with one of these: {', '.join(KINDS)}")
                continue
            try:
                read = kind.model_validate(raw)
            except ValidationError as error:
                yield from (
                    Flaw(path + pointer(*each.place), each.detail) for each in validation_messages(kind, error, raw)
                )
                continue
            if isinstance(read, ValueClause) and kept.setdefault(read.value, path) != path:
                yield Flaw(f"{path}/value", f"another clause keeps a value {read.value!r}")
            if isinstance(read, ActionClause) and read.called and not _is_free(law, read.called, path, called):
                yield Flaw(f"{path}/called", f"another action is called {read.called!r}")
            if isinstance(read, ClassClause) and classes.setdefault(name, path) != path:
                yield Flaw(path, f"another clause is the class {name!r}")


def _is_free(law: Law, name: str, path: str, called: dict[str, str]) -> bool:
    """Return whether no other action of this law has this name."""
    return declared_action(name) is None and called.setdefault(name, path) == path


def every_clause(clauses: Clauses) -> Iterator[AnyPlaced]:
    """Yield all clauses of a law, kind by kind."""
    yield from clauses.values.values()
    yield from clauses.actions.values()
    for at_event in clauses.at_events.values():
        yield from at_event
    for bans in clauses.bans.values():
        yield from bans
    yield from clauses.victories
    yield from clauses.classes.values()
    for outcomes in clauses.outcomes.values():
        yield from outcomes


def _flaws(law: Law, placed: Placed[Any]) -> Iterator[Flaw]:
    clause, path, known = placed.clause, placed.path, vocabulary_of(law)
    if isinstance(clause, ValueClause):
        yield from (Flaw(path + below, detail) for below, detail in clause.flaws())
    elif isinstance(clause, ActionClause):
        yield from _unknown_phases(law, path, clause.in_)
        yield from unknown_items(law, *((path + pointer("costs", item), item) for item in clause.costs))
        yield from condition_flaws(f"{path}/who", clause.who, scopes.WHO_ACTS, known, "condition", THEM)
        scope, called = scope_of_action(clause), said_with(clause)
        yield from effect_flaws(f"{path}/do", clause.do, scope, known, "hall", given=_sizes(clause), called=called)
        yield from _argument_flaws(law, path, clause, known)
    elif isinstance(clause, WhenClause):
        yield from _unknown_phases(law, path, clause.in_)
        yield from when_flaws(law, clauses_of(law), path, clause, known)
    elif isinstance(clause, ForbidClause):
        yield from _forbidding_flaws(law, f"{path}/forbid", clause.forbid)
        yield from condition_flaws(f"{path}/if", clause.if_, scopes.WHO_ACTS, known, "condition")
    elif isinstance(clause, OutcomeClause):
        yield from condition_flaws(f"{path}/if", clause.if_, scopes.WHO_ACTS, known, "condition")
        yield from effect_flaws(f"{path}/do", clause.do, scopes.WHO_ACTS, known, "hall")
        yield from circle_flaws(f"{path}/do", clause)
    elif isinstance(clause, WinsClause):
        yield from condition_flaws(f"{path}/wins", clause.wins, scopes.WHO_WINS, known, "condition", WINNER)
    elif isinstance(clause, ClassClause):
        yield from unknown_items(law, *((path + pointer("costs", item), item) for item in clause.costs))
        yield from class_flaws(path, clause, known)


def _argument_flaws(law: Law, path: str, clause: ActionClause, known: Vocabulary) -> Iterator[Flaw]:
    for name, argument in clause.with_.items():
        here = path + pointer("with", name)
        yield from (Flaw(here + below, detail) for below, detail in argument.flaws(law, known))
        for below, raw, kind in argument.worked_out():
            yield from value_flaws(here + below, raw, kind, scopes.WHO_ACTS, known, "condition")
        # Members and constant numbers are checked with the whole argument. The parts are checked here for the editor,
        # which shows each of them separately.
        for below, kind in type(argument).reckoned.items():
            note(f"{here}/{below}", Noted(kind, scopes.WHO_ACTS, known, "condition"))
        if "where" in type(argument).model_fields:
            of_each = {**scopes.WHO_ACTS, "it": argument.kind}
            note(f"{here}/where", Noted("truth", of_each, known, "condition"))


def _sizes(clause: ActionClause) -> dict[str, Extent]:
    """Return the sizes of the clause's arguments, as far as they are known."""
    return {
        name: Extent(argument.members, UNBOUNDED)
        for name, argument in clause.with_.items()
        if argument.members is not None
    }


def kept_offices(law: Law) -> frozenset[str]:
    """Return the values that hold at most one player, for the whole cycle or for each player."""
    kept = (placed.clause for placed in clauses_of(law).values.values())
    return frozenset(each.value for each in kept if each.kind == "players" and not each.several)


def secrets_of(law: Law) -> dict[str, ValueClause]:
    """Return the secret values by name: those that not everybody may see."""
    return {name: each.clause for name, each in clauses_of(law).values.items() if each.clause.is_secret}


def _told_secrets(law: Law, placed: Placed[Any]) -> Iterator[Flaw]:
    """Yield the secrets that a clause without other flaws would leak."""
    clause, path, secrets = placed.clause, placed.path, secrets_of(law)
    asked: list[tuple[str, Any]] = []
    if isinstance(clause, ForbidClause):
        asked.append((f"{path}/if", clause.if_))
    elif isinstance(clause, ActionClause):
        asked.append((f"{path}/who", clause.who))
        effect = read_effect(clause.do, scope_of_action(clause))
        yield from badly_sealed(path, clause, effect, secrets)
        for name, argument in clause.with_.items():
            asked += [(path + pointer("with", name) + below, raw) for below, raw, _ in argument.worked_out()]
    elif isinstance(clause, ClassClause):
        asked.append((f"{path}/who", clause.who))
        yield from told_by_counting(path, clause, secrets)
    for where, raw in asked if secrets else ():
        if raw is not None:
            yield from told_by_asking(where, read_value(raw, scopes.WHO_ACTS), secrets)


def _unknown_phases(law: Law, path: str, kinds: list[str]) -> Iterator[Flaw]:
    known = {phase.kind for phase in calendar_of(law).phases}
    for place, kind in enumerate(kinds):
        if kind not in known:
            yield Flaw(f"{path}/in/{place}", f"the calendar has no phase of the kind {kind!r}")


def _forbidding_flaws(law: Law, path: str, name: str) -> Iterator[Flaw]:
    """Yield flaws for bans on acts of admins or of the calendar, and on acts that are a player's right."""
    action = declared_action(name)
    if action is not None and action.is_a_right:
        yield Flaw(path, f"nobody can be kept from this: {action.title.lower()}")
    elif name not in clauses_of(law).actions and (action is None or not action.can_be_forbidden):
        yield Flaw(path, f"players can do nothing that is called {name!r}")


def name_of_action(placed: Placed[ActionClause]) -> str:
    """Return the action's name in calls and in the journal: its `called` if given, else its key."""
    return placed.clause.called or placed.key


def scope_of_action(clause: ActionClause) -> Scope:
    """Return the names that an action's effect can use: the actor and the arguments."""
    said: dict[str, Kind] = {name: argument.kind for name, argument in clause.with_.items()}
    return {**scopes.WHO_ACTS, **said}
