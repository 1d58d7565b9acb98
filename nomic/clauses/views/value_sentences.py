"""Sentences that declare the values which a rule keeps: "Each player has a number called Light, from 0 to 99."."""

from nomic.clauses.schema.value_kinds import (
    MAX_NAMES,
    MAX_PLAYERS,
    USUAL_LENGTH,
    FlagValue,
    NamesValue,
    NameValue,
    NumberValue,
    PlayersValue,
    ProposalsValue,
    ProposalValue,
    ValueClause,
)
from nomic.effects.prose.english_grammar import (
    conjugated,
    flagged,
    is_plural_name,
    listed,
    quoted_if_words,
    with_article,
)

SEEN = {
    "all": "",
    "owner": " Only that player sees it until it is revealed.",
    "nobody": " It is secret until it is revealed.",
}


def declared(clause: ValueClause) -> str:
    """Declare a value in sentences: what it is, what it is at first, and who sees it."""
    subject = "This" if isinstance(clause, FlagValue) else "It"
    beside = f" {subject} is shown beside the player's name." if clause.beside else ""
    said = _declared(clause)
    if clause.by is not None and " for each " not in said:
        begin = f"{said[:1].lower()}{said[1:]}" if said.startswith(("Each player", "There can")) else said
        said = f"For each {clause.by}, {begin}"
    return f"{said}{SEEN[clause.seen]}{beside}"


def _declared(clause: ValueClause) -> str:
    match clause:
        case NumberValue():
            return _number(clause)
        case FlagValue():
            return _flag(clause)
        case NamesValue():
            listed_names = _list_of("name", clause.most, MAX_NAMES)
            return f"{_is_a(clause, listed_names, _of_which(clause))} {_at_first(clause)}"
        case NameValue():
            return _name(clause)
        case PlayersValue():
            return f"{_is_a(clause, _list_of('player', clause.most, MAX_PLAYERS), '')} It starts empty."
        case ProposalsValue():
            return f"{_is_a(clause, _list_of('proposal', clause.most, MAX_NAMES), '')} It starts empty."
        case ProposalValue():
            return f"{_is_a(clause, 'a proposal', '')} At first, there is none."
    if clause.of == "player":
        return f"For each player, one player can be their {clause.value.removeprefix('The ')}. At first, nobody is."
    if clause.by is not None:
        title = with_article(clause.value.removeprefix("The "))
        return f"There can be {title}, who is a player. At first, there is none."
    return f"One player can be the {clause.value.removeprefix('The ')}. At first, nobody is."


def _list_of(sort: str, most: int, limit: int) -> str:
    """Describe a list: "a list of players", "a list of at most 1 player"."""
    few = "" if most == limit else f"at most {most} "
    return f"a list of {few}{sort}{'' if few and most == 1 else 's'}"


def _is_a(clause: ValueClause, kind: str, which: str) -> str:
    key = "" if clause.by is None else f" for each {clause.by}"
    if clause.of == "player":
        return f"Each player has {kind} called {clause.value}{key}{which and f', {which}'}."
    if key:
        return f"There is {kind} called {clause.value}{key}{which and f', {which}'}."
    return f"{clause.value} is {kind}{which and f' {which}'}."


def _number(clause: NumberValue) -> str:
    if clause.of != "player" and clause.by is None:
        is_one = not is_plural_name(clause.value)
        return f"{clause.value} {conjugated('start', is_one)} at {_signed(clause.starts)}{_bounds(clause, is_one)}."
    return f"{_is_a(clause, 'a number', '')} It starts at {_signed(clause.starts)}{_bounds(clause)}."


def _name(clause: NameValue) -> str:
    if not clause.one_of:
        called = "" if clause.by is None else f" for each {clause.by}"
        if clause.of == "player":
            which = _of_which(clause)
            return f"Each player has a {clause.value}{called}: a name{which and f' {which}'}. {_at_first(clause)}"
        return f"{_is_a(clause, 'a name', _of_which(clause))} {_at_first(clause)}"
    can = f"Each player can have a {clause.value}:" if clause.of == "player" else f"{clause.value} can be"
    return f"{can} {listed(clause.one_of, 'or')}. {_at_first(clause)}"


def _flag(clause: FlagValue) -> str:
    if clause.of == "player":
        first = "everybody" if clause.starts else "nobody"
        return f"Each player is either {flagged(clause.value)} or not. At first, {first} is."
    return f"{quoted_if_words(clause.value)} is either on or off. At first, it is {'on' if clause.starts else 'off'}."


def _bounds(clause: NumberValue, is_one: bool = True) -> str:
    be = conjugated("be", is_one)
    if clause.least is not None and clause.most is not None:
        return f" and {conjugated('stay', is_one)} between {_signed(clause.least)} and {_signed(clause.most)}"
    if clause.least is not None:
        return f" and {be} never below {_signed(clause.least)}"
    return "" if clause.most is None else f" and {be} never above {_signed(clause.most)}"


def _signed(bound: int) -> str:
    return str(bound) if bound >= 0 else f"−{-bound}"


def _of_which(clause: NameValue | NamesValue) -> str:
    if clause.one_of:
        return f"chosen from {listed(clause.one_of)}"
    return "" if clause.longest == USUAL_LENGTH else f"of at most {clause.longest} characters"


def _at_first(clause: NameValue | NamesValue) -> str:
    return f"It starts as {clause.in_words(clause.at_first)}." if clause.at_first else "It starts empty."
