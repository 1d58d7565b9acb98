"""Sentences that declare the values stored by a rule: "Each player has a number called Light, from 0 to 99."."""

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
    flagged,
    listed,
    preposition_of_key,
    quoted_if_words,
    the_value,
    with_article,
)

SEEN = {
    "all": "",
    "owner": " Only that player sees it until it is revealed.",
    "nobody": " It is secret until it is revealed.",
}


def declared(clause: ValueClause) -> str:
    """Return a value's declaration in sentences: its kind, its initial content, and who sees it."""
    subject = "This" if isinstance(clause, FlagValue) else "It"
    beside = f" {subject} is shown beside the player's name." if clause.beside else ""
    said = _declared(clause)
    if clause.by is not None:
        said = said.replace(" It starts", " Each starts")
        begin = f"{said[:1].lower()}{said[1:]}" if said.startswith(("Each player", "There ", "One player ")) else said
        is_said = any(f" {to} each {clause.by}" in said for to in ("for", "to")) or said.startswith(
            "Anything with a name "
        )
        said = said if is_said else f"For each {clause.by}, {begin}"
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
        title = with_article(clause.value.removeprefix("The "))
        return f"Each player can have {title} (a player). At first, nobody has one."
    if clause.by == "name":
        title = clause.value.removeprefix("The ")
        return f"Anything with a name can have one {title} (a player). At first, nothing has one."
    return f"One player can be the {clause.value.removeprefix('The ')}. At first, nobody is."


def _list_of(sort: str, most: int, limit: int) -> str:
    """Return a list's description: "a list of players", "a list of at most 1 player"."""
    few = "" if most == limit else f"at most {most} "
    return f"a list of {few}{sort}{'' if few and most == 1 else 's'}"


def _is_a(clause: ValueClause, kind: str, which: str) -> str:
    to = "to" if preposition_of_key(clause.value) == "to" else "for"
    key = "" if clause.by is None else f" {to} each {clause.by}"
    has = "Each player has" if clause.of == "player" else "There is"
    called = the_value(clause.value) if clause.value.startswith("The ") and clause.of != "player" else clause.value
    if called != called.title() and " " in called.removeprefix("the "):
        called = f"“{called}”"  # otherwise it reads like a part of the sentence, as in "Oil in the garden"
    return f"{has} {kind} called {called}{key}{which and f', {which}'}."


def _number(clause: NumberValue) -> str:
    return f"{_is_a(clause, 'a number', '')} It starts at {_signed(clause.starts)}{_bounds(clause)}."


def _name(clause: NameValue) -> str:
    if not clause.one_of:
        which, key = _of_which(clause), "" if clause.by is None else f" for each {clause.by}"
        has = "Each player has" if clause.of == "player" else "There is"
        title = with_article(clause.value.removeprefix("The "))
        has = has.replace("has", "can have") if not clause.at_first else has
        return f"{has} {title}{key}, which can be any name{which and f' {which}'}. {_at_first(clause)}"
    title = with_article(clause.value.removeprefix("The "))
    if clause.of == "player":
        can = f"Each player can have {title}:"
    else:
        can = f"{the_value(clause.value)} can be" if clause.at_first else f"There is {title}:"
    return f"{can[:1].upper()}{can[1:]} {listed(clause.one_of, 'or')}. {_at_first(clause)}"


def _flag(clause: FlagValue) -> str:
    if clause.of == "player":
        first = "everybody" if clause.starts else "nobody"
        return f"Each player is either {flagged(clause.value)} or not. At first, {first} is."
    if clause.by == "name":
        first = "everything" if clause.starts else "nothing"
        return f"Anything with a name can be {flagged(clause.value)}. At first, {first} is."
    return f"{quoted_if_words(clause.value)} is either on or off. At first, it is {'on' if clause.starts else 'off'}."


def _bounds(clause: NumberValue) -> str:
    if clause.least is not None and clause.most is not None:
        return f" and stays between {_signed(clause.least)} and {_signed(clause.most)}"
    if clause.least is not None:
        return f" and is never below {_signed(clause.least)}"
    return "" if clause.most is None else f" and is never above {_signed(clause.most)}"


def _signed(bound: int) -> str:
    return str(bound) if bound >= 0 else f"−{-bound}"


def _of_which(clause: NameValue | NamesValue) -> str:
    if clause.one_of:
        return f"chosen from {listed(clause.one_of)}"
    return "" if clause.longest == USUAL_LENGTH else f"of at most {clause.longest} characters"


def _at_first(clause: NameValue | NamesValue) -> str:
    if clause.at_first:
        return f"It starts as {clause.in_words(clause.at_first)}."
    if isinstance(clause, NamesValue) or clause.by is not None:
        return "It starts empty."
    return "At first, nobody has one." if clause.of == "player" else "At first, there is none."
