"""Kinds of names: which of a law's names fit a word of a node, such as items, species, or values of rules."""

from collections.abc import Mapping
from typing import Any

from nomic.effects.blocks.gaps import OF_CYCLE, OF_PLAYERS
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Node, Scope
from nomic.effects.language.parser import node_of, read_condition, read_effect, read_value
from nomic.effects.language.vocabulary import KEY_OF, ONE_OF, Vocabulary
from nomic.law.schema.json_reader import Json

ASKED = "\u2026"  # placeholder for any name
# Kinds that are known from the word, even if the rest of the node cannot be parsed yet.
USUAL: Mapping[tuple[str, str], str] = {
    ("grant", "grant"): "items",
    ("revoke", "revoke"): "items",
    ("transfer", "transfer"): "items",
    ("stock", "stock"): "items",
    ("card", "card"): "species",
    ("card", "with"): "modifiers",
    ("card", "types"): "types",
    ("has", "species"): "species",
    ("has", "suit"): "suits",
    ("has", "colour"): "colours",
    ("has", "type"): "types",
    ("has", "modifier"): "modifiers",
    ("has", "flag"): "flags",
    ("play", "without"): "modifiers",
    ("raise", "raise"): "values_of_cycle",
    ("set", "set"): "kept_for_cycle",
    ("reset", "reset"): "kept_for_cycle",
    ("value_of", "value_of"): "values_of_cycle",
    ("listed_in", "listed_in"): "listed_for_cycle",
    ("meet", "meet"): "pools",
    ("changes", "rule"): "rules",
    ("proposals", "class"): "classes",
    ("acted", "act"): "acts",
    ("appoint", "office"): "offices",
    ("holds", "office"): "offices",
    ("held", "held"): "offices",
    ("vacate", "vacate"): "offices",
}


def kind_of_names(raw: Mapping[str, Json], head: str, word: str, scope: Scope) -> str:
    """Return the kind of the law's names that fit a word of a node, or "" if unknown.

    The kinds are those of a `Vocabulary`.
    """
    asked = _read({**raw, word: ASKED}, scope) or _read({**raw, word: [ASKED]}, scope)
    if asked is not None:
        for path, kind, name in asked.law_names({}):
            if name == ASKED and path.split("/")[1] == word:
                return kind
    return USUAL.get((head, word), "")


def names_of_kind(known: Vocabulary, kind: str) -> tuple[str, ...]:
    """Return the law's names of this kind, sorted; empty if it has none.

    Names of the cycle's values are listed together with those of players' values, because the name is picked before the
    holder.
    """
    if kind.startswith(ONE_OF):
        return tuple(sorted(known.one_of.get(kind.removeprefix(ONE_OF), ())))
    if kind.startswith(KEY_OF):
        return tuple(sorted(known.keys.get(kind.removeprefix(KEY_OF), ())))
    return tuple(sorted({str(name) for each in (kind, *_of_others(kind)) for name in getattr(known, each, None) or ()}))


def is_only_of_players(known: Vocabulary, kind: str, name: object) -> bool:
    """Return whether only players, and not the cycle, have a value of this kind and name, so that a node needs `of`."""
    if not kind.endswith(OF_CYCLE):
        return False
    return name in getattr(known, _of_others(kind)[0]) and name not in getattr(known, kind)


def _of_others(kind: str) -> tuple[str, ...]:
    """Return the kind for the other sort of holder in a tuple, empty if there is none.

    For `values_of_players` it is `values_of_cycle`, and vice versa.
    """
    for one, other in ((OF_CYCLE, OF_PLAYERS), (OF_PLAYERS, OF_CYCLE)):
        if kind.endswith(one) and hasattr(Vocabulary, found := f"{kind.removesuffix(one)}{other}"):
            return (found,)
    return ()


def _read(raw: dict[str, Any], scope: Scope) -> Node | None:
    if node_of(raw) is None:
        return None
    for read in (
        lambda: read_effect([raw], scope)[0],
        lambda: read_condition(raw, scope),
        lambda: read_value(raw, scope),
    ):
        try:
            node: Node = read()
        except EffectFlaw:
            continue
        return node
    return None
