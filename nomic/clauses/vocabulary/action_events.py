"""Events of players' actions. Any action of a player, declared in code or by a clause, can trigger clauses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from nomic.clauses.events import Did
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.vocabulary.event_scopes import EventKind, value_of
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.events import Event
from nomic.effects.language.nodes.base import Kind, Scope
from nomic.effects.language.world import Names
from nomic.effects.prose.english_grammar import action_as_verb, in_third_person
from nomic.players.lookup import PlayerName

WHO = "who"
LEAVE = "leave"
PAID, GAINED = "paid", "gained"


@dataclass(frozen=True)
class ActionEvent(EventKind):
    """The event that a player has done an action. It provides `$who`, the arguments, and further names from the act.

    Arguments that may be sealed and an argument called `who` are left out. The names in `facts` are known only after
    the act.
    """

    event: type[Event] = Did
    action: str = ""
    title: str = ""
    args: Mapping[str, Kind] = field(default_factory=dict)
    facts: Mapping[str, Kind] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()  # the arguments of a declared action that have several members
    clause: ActionClause | None = None  # the clause that declares the action
    is_before: bool = False  # whether it is about the time before the action is carried out

    @property
    def whenever(self) -> str:
        said = action_as_verb(self.title, is_declared=self.clause is None)
        return f"a player uses “{self.title}”" if said.startswith("use “") else in_third_person("a player", self.title)

    @cached_property
    def scope(self) -> Scope:
        return {WHO: "players", **self.args} if self.is_before else {WHO: "players", **self.facts, **self.args}

    @property
    def gone(self) -> frozenset[str]:
        """The names whose values effects cannot use, such as `who` after the player has left the cycle."""
        return frozenset({WHO}) if self.action == LEAVE and not self.is_before else frozenset()

    def names(self, event: Mapping[str, Any], who: str) -> Names:
        kinds = {**self.facts, **self.args}
        given = {name: value_of(kind, event["said"].get(name)) for name, kind in kinds.items()}
        return {WHO: (who,) if who else (), **given}


def action_event_by_clause(name: str, clause: ActionClause) -> ActionEvent:
    """Return the event of an action that a clause declares."""
    open_ = {each: argument for each, argument in clause.with_.items() if not argument.sealed and each != WHO}
    args: dict[str, Kind] = {each: argument.kind for each, argument in open_.items()}
    facts: dict[str, Kind] = {**({PAID: "amounts"} if clause.costs else {}), GAINED: "amounts"}
    return ActionEvent(action=name, title=clause.action, args=args, facts=facts, clause=clause)


def declared_action_event(action: Action) -> ActionEvent:
    """Return the event of an action that a Python module declares."""
    hints = get_type_hints(action.args, include_extras=True)
    kinds = {name: _kind_of(hints[name], name) for name in action.args.model_fields if name != WHO}
    args: dict[str, Kind] = {name: kind for name, kind in kinds.items() if kind is not None}
    facts = {name: cast(Kind, kind) for name, kind in action.facts.items()}
    lists = frozenset(name for name, hint in get_type_hints(action.args).items() if get_origin(hint) is list)
    return ActionEvent(action=action.name, title=action.title, args=args, facts=facts, lists=lists)


def can_trigger_clauses(action: Action) -> bool:
    """Return whether an action can trigger clauses. Only actions of players can."""
    return action.is_a_right or action.can_be_forbidden


def _kind_of(hint: Any, name: str) -> Kind | None:
    """Return the kind of an argument in effects, or None if effects cannot use it, such as a move in a game."""
    metadata: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, metadata = hint.__origin__, hint.__metadata__
    if get_origin(hint) in (Union, UnionType):
        inner = [each for each in get_args(hint) if each is not NoneType]
        return _kind_of(inner[0], name) if len(inner) == 1 else None
    if get_origin(hint) is list:
        of = _kind_of(get_args(hint)[0], name)
        return of if of in ("players", "cards", "names") else None
    if get_origin(hint) is dict:
        return "amounts" if [_plain(each) for each in get_args(hint)] == [str, int] else None
    if get_origin(hint) is Literal:
        return "names" if all(isinstance(each, str) for each in get_args(hint)) else None
    if hint is str:
        return _kind_of_text(metadata, name)
    return "truth" if hint is bool else "number" if hint is int else None


def _plain(hint: Any) -> Any:
    return hint.__origin__ if get_origin(hint) is Annotated else hint


def _kind_of_text(metadata: tuple[Any, ...], name: str) -> Kind:
    """Return the kind of a text argument.

    Its type determines the kind, except that cards and proposals are recognized by the argument's name.
    """
    if name == "proposal":
        return "proposals"
    if name == "card" or name.endswith("cards"):
        return "cards"
    return "players" if _holds(metadata, get_args(PlayerName)[1:]) else "names"


def _holds(metadata: tuple[Any, ...], known: tuple[Any, ...]) -> bool:
    return all(any(each is other or each == other for each in metadata) for other in known)
