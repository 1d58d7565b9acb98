"""Descriptions of the events that trigger clauses: in which phases, and for which value or item."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from nomic.clauses.clause_index import event_kind_of
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.vocabulary.narrowed_events import narrowed_as
from nomic.clauses.vocabulary.scope_nouns import THAT_PLAYER, event_nouns_for, is_about_others
from nomic.effects.language.event_names import event_in_words, event_named
from nomic.effects.language.nodes.base import Scope
from nomic.effects.prose.context import NameMeaning
from nomic.effects.prose.english_grammar import Noun, definite, listed, the_value, with_article
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law

HAPPENS_ONCE = ("the cycle begins",)
CONCERNED = Noun("one of those players", "those players", "each of those players")
# Events about one name of the law, the field with the name, and the event in words if a condition says which it is.
ABOUT: Mapping[str, tuple[str, str]] = {
    "value-changed": ("value", "{values} changes"),
    "value-moved": ("value", "{value} rises or falls"),
    "value-revealed": ("value", "{value} is revealed"),
    "item-gained": ("item", "a player gains {item}"),
    "item-lost": ("item", "a player loses {item}"),
}


def limited_to_phases(whenever: str, phases: Sequence[str]) -> str:
    """Return the event `whenever` limited to these kinds of phases: "a day begins in a night phase"."""
    if not phases:
        return whenever
    kinds = with_article(f"{listed(phases, 'or')} phase")
    return whenever.replace("a phase", kinds, 1) if whenever.startswith("a phase") else f"{whenever} in {kinds}"


def narrowed(
    clause: WhenClause, whenever: str, scope: Scope, names: Mapping[str, NameMeaning], law: Law
) -> tuple[Any, str, Mapping[str, NameMeaning]]:
    """Move a condition that only selects a value, an item or a kind of match into the event's text.

    "Whenever a value changes, if the value is Light" becomes "Whenever a player's Light changes". Returns the remaining
    condition, the event as text, and its nouns.
    """
    kind = event_named(clause.when)
    raw = clause.if_
    if _is_first(raw):
        return None, f"{whenever} for the first time", names
    if (event := narrowed_as({"when": clause.when, "act": clause.act, "if": raw})) is not None:
        rest = [part for part in _parts(raw) if part not in event.conditions]
        return _all_of(rest), event.whenever, names
    if kind == "match-over" and (named := _kind_of_match(raw)):
        more = [part for part in _parts(raw) if not _name_in(part, "match_kind")]
        return _all_of(more), f"{named} is over", names
    if kind not in ABOUT or not isinstance(raw, dict):
        return raw, whenever, names
    field, words = ABOUT[kind]
    parts = _parts(raw)
    which = [part for part in parts if _name_in(part, field)]
    if len(which) != 1:
        return raw, whenever, names
    others = [part for part in parts if part is not which[0]]
    name = _name_in(which[0], field)
    if field == "item":
        return _of_item(words, name, others, names, law)
    return _of_value(clause, words, name, others, scope, names, law) or (raw, whenever, names)


def _of_item(
    words: str, item: str, others: list[Any], names: Mapping[str, NameMeaning], law: Law
) -> tuple[Any, str, Mapping[str, NameMeaning]]:
    """Return the remaining condition, the event and its nouns for an event about one item."""
    several = wording_of(law).get(item, item)
    names = {each: _of_many(meant) for each, meant in names.items()}
    if len(others) == 1 and (least := _least_of(others[0])):
        return None, words.format(item=f"at least {least} {several}"), names
    return _all_of(others), words.format(item=several), names


def _of_value(
    clause: WhenClause,
    words: str,
    name: str,
    others: list[Any],
    scope: Scope,
    names: Mapping[str, NameMeaning],
    law: Law,
) -> tuple[Any, str, Mapping[str, NameMeaning]] | None:
    """Return the remaining condition, the event and its nouns for an event about one value, or None if unknown."""
    kept = wording_of(law).value_words.get(name)
    if kept is None:
        return None
    value = f"a player's {name}" if kept.of_players else the_value(name)
    values = f"the {name} of one or more players" if kept.of_players else value
    concerned = _whose_value(name, clause, scope) if kept.of_players else _nobody(name)
    names = {
        **names,
        "of": NameMeaning("player", noun=concerned),
        **(_old_and_new(name) if event_named(clause.when) == "value-moved" else {}),
    }
    return _all_of(others), words.format(value=value, values=values), names


def _all_of(parts: list[Any]) -> Any:
    """Return the condition that all of these hold, or None without any."""
    return None if not parts else parts[0] if len(parts) == 1 else {"all": parts}


def event_supposed(clause: WhenClause, law: Law) -> tuple[str, Any]:
    """Return a trigger's event as text, such as "a player joins the cycle", and the rest of its condition."""
    occasion = event_kind_of(law, clause)
    if occasion is None:
        return event_in_words(clause.when), clause.if_
    condition, whenever, _ = narrowed(clause, occasion.whenever, occasion.scope, event_nouns_for(clause, occasion), law)
    return limited_to_phases(whenever, clause.in_), condition


def _kind_of_match(raw: Any) -> str:
    """Return the kind of match that a condition requires, such as "a duel", or "" unless it is one kind."""
    kinds = [name for part in _parts(raw) if (name := _name_in(part, "match_kind"))]
    return with_article(kinds[0]) if len(kinds) == 1 and kinds[0].isalpha() and kinds[0].islower() else ""


def _whose_value(name: str, clause: WhenClause, scope: Scope) -> Noun:
    """Return the noun for the player whom an event concerns, such as "the player whose Light changed"."""
    if event_named(clause.when) != "value-moved":
        return CONCERNED
    return definite(f"the player whose {name} changed") if is_about_others(clause, scope, {"of"}) else THAT_PLAYER


def _old_and_new(name: str) -> dict[str, NameMeaning]:
    """Return the nouns for a value's number before and after a change."""
    return {
        "before": NameMeaning("number", noun=definite(f"the old {name}")),
        "now": NameMeaning("number", noun=definite(f"the new {name}")),
    }


def _of_many(meant: NameMeaning) -> NameMeaning:
    """Return the plural form of a noun that ends in "gained it" or "lost it": "gained them", "lost them"."""
    noun = meant.noun
    is_of_one = meant.sort == "player" and noun is not None and noun.whole.endswith((" gained it", " lost it"))
    return replace(meant, noun=definite(f"{noun.whole[:-2]}them")) if noun is not None and is_of_one else meant


def with_one_condition(clause: WhenClause) -> WhenClause:
    """Return the trigger with the condition of its only step merged into its own condition.

    The sentence then has "if … and …" in place of "if …, if …". A condition with an "otherwise" remains a step. Only
    sentences use the result.
    """
    only = clause.do[0] if len(clause.do) == 1 else {}
    if clause.if_ is None or _is_first(clause.if_) or not isinstance(only, dict) or only.keys() != {"if", "then"}:
        return clause
    both = {"all": [*_parts(clause.if_), *_parts(only["if"])]}
    return with_one_condition(clause.model_copy(update={"if_": both, "do": only["then"]}))


def _parts(condition: Any) -> list[Any]:
    """Return the parts of a condition joined by `all`, or the condition itself."""
    is_all = isinstance(condition, dict) and condition.keys() == {"all"} and isinstance(condition["all"], list)
    return condition["all"] if is_all else [condition]


def _is_first(condition: Any) -> bool:
    return condition in ({"is": "$first"}, "$first")


def _nobody(value: str) -> Noun:
    """Return the noun for the owner of a cycle's value, who does not exist."""
    return definite(f"the owner of {value} (nobody)")


def _least_of(condition: Any) -> int:
    """Return the minimum if a condition only requires `$n` to be at least a number, otherwise 0."""
    compared = condition.get("is") if isinstance(condition, dict) and len(condition) == 1 else None
    if not isinstance(compared, list) or compared[:2] != ["$n", "at_least"] or not isinstance(compared[2], int):
        return 0
    return compared[2] if compared[2] > 1 else 0


# Where a step names the players or cards that it is about, by the word of the step.
ABOUT_WHOM = {"each": "in", "set": "of", "raise": "of", "reset": "of", "grant": "to", "revoke": "from"}


def without_need(condition: Any, do: Sequence[Any]) -> Any:
    """Return the condition, or None if it only requires that the players affected by the effect `do` exist.

    This applies only if `do` is a single step: a loop over the set, or a change of something that each of the players
    has.
    """
    only = do[0] if len(do) == 1 and isinstance(do[0], dict) else {}
    about = [only.get(whom) for operation, whom in ABOUT_WHOM.items() if operation in only]
    return None if about and condition == {"some": about[0]} else condition


def _name_in(condition: Any, field: str) -> str:
    """Return the name that a condition compares with this field of the event, or "" for other conditions."""
    compared = condition.get("is") if isinstance(condition, dict) and len(condition) == 1 else None
    if not isinstance(compared, list) or len(compared) != 3:
        return ""
    one, relation, other = compared
    if isinstance(other, dict) and isinstance(other.get("values"), list) and len(other["values"]) == 1:
        other = other["values"][0]
    return other if one == f"${field}" and relation == "equals" and isinstance(other, str) and other[:1] != "$" else ""
