"""Interpolation of `$name` in texts for people."""

import re

from nomic.effects.language.allowed_moments import IN_THE_HALL, Moment
from nomic.effects.language.nodes.base import Flaws, Kind, Scope
from nomic.effects.language.nodes.item_holders import amounts_in
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Departed, Names, Runner

NAME_IN_TEXT = re.compile(r"\$([a-z][a-z0-9_]{0,30})", re.ASCII)
MAX_SAID = 20  # members of a set that a text lists
# The text for a name without members.
NONE: dict[Kind, str] = {"players": "nobody", "cards": "no card", "names": "nothing", "proposals": "no proposal"}


def names_in(text: str | None) -> list[str]:
    """Return the names written as `$name` in a text, in order; empty for None."""
    return [] if text is None else NAME_IN_TEXT.findall(text)


def filled_in(text: str, scope: Scope, run: Runner, names: Names) -> str:
    """Return a text in which each `$name` is replaced with the name's value. `scope` holds the kinds of the names."""
    return NAME_IN_TEXT.sub(lambda found: _worth(found[0], found[1], scope, run, names), text)


def _worth(written: str, name: str, scope: Scope, run: Runner, names: Names) -> str:
    return in_text(name, scope[name], run, names) if name in scope else written


def in_text(name: str, kind: Kind, run: Runner, names: Names) -> str:
    """Return the value of `name`, which has the kind `kind`, as text for people.

    A large set is shortened to its first members.
    """
    value = names[name] if name in names else run.everybody(name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if kind == "amounts":
        return ", ".join(f"{count} {item}" for item, count in amounts_in(as_members(value)).items()) or "nothing"
    members = value.said if isinstance(value, Departed) else as_members(value)
    if not members:
        return NONE.get(kind, "")
    said = [run.world.name_of(member) if kind == "cards" else run.world.said(member) for member in members]
    return ", ".join([*said[:MAX_SAID], *([f"and {len(said) - MAX_SAID} more"] if len(said) > MAX_SAID else [])])


def text_flaws(word: str, text: str | None, scope: Scope, moment: Moment) -> Flaws:
    """Yield a flaw for each `$name` in the text of the field `word` that is unknown, or cannot or must not be shown.

    For example, a question in a match must not reveal which cards a player has.
    """
    for name in names_in(text):
        kind = scope.get(name)
        if kind is None or name in ("mod", "event"):
            yield f"/{word}", f"nothing is called ${name} here"
        elif kind.endswith(" by player"):
            yield f"/{word}", f"${name} holds the choices of several players: say whose, with let and answer"
        elif kind == "cards" and moment not in IN_THE_HALL:
            yield f"/{word}", f"${name} is a set of cards, and a question at a table does not show which"
