"""Sentences about what limits an action: how often and in which phases it is possible, and bans on it."""

from collections.abc import Mapping
from dataclasses import replace

from nomic.clauses.clause_index import action_event_named
from nomic.clauses.handlers.bans import scope_of_ban
from nomic.clauses.schema.clause_models import ActionClause, ForbidClause
from nomic.clauses.views.sentence_parts import if_in_words, in_phases
from nomic.clauses.vocabulary.action_events import WHO
from nomic.clauses.vocabulary.scope_nouns import given_at
from nomic.effects.checking.effects_in_sections import ValueJson
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_number
from nomic.effects.prose.context import NameMeaning
from nomic.effects.prose.describe import number_in_words
from nomic.effects.prose.english_grammar import definite, plural_noun
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law

_OFTEN = {1: "once", 2: "up to twice"}


def how_often(clause: ActionClause, law: Law, *, in_any: bool = False) -> str:
    """Return how often and in which phases an action is possible, as text: " once per night phase".

    If `in_any` is set, the phases are left out.
    """
    limit, kinds = clause.limit, [] if in_any else clause.in_
    if limit is None:
        return in_phases(kinds)
    is_in_one_kind = limit.per == "phase" and len(kinds) == 1
    per = f"{kinds[0]} phase" if is_in_one_kind else limit.per
    shared = " (all players share this limit)" if limit.together else ""
    said = f" {_times(limit.times, law)} per {per}{shared}"
    return said if is_in_one_kind or not kinds else f"{said},{in_phases(kinds)}"


def nouns_of_ban(law: Law, clause: ForbidClause) -> Mapping[str, NameMeaning]:
    """Return nouns for the arguments of the forbidden action that stand without earlier mention: "the chosen quest"."""
    occasion = action_event_named(law, clause.forbid)
    nouns = {} if occasion is None else given_at(occasion)
    return {name: _as_chosen(meant) for name, meant in nouns.items() if name != WHO}


def _as_chosen(meant: NameMeaning) -> NameMeaning:
    lead, _, thing = meant.noun.whole.partition(" ") if meant.noun else ("", "", "")
    if lead not in ("that", "those"):
        return meant
    chosen = f"the chosen {thing}"
    return replace(meant, noun=definite(chosen) if lead == "that" else plural_noun(chosen))


def when_forbidden(law: Law, clause: ForbidClause) -> str:
    """Return the phases and conditions of a ban as text that follows the forbidden action, or ""."""
    scope, names = scope_of_ban(law, clause), nouns_of_ban(law, clause)
    who = if_in_words(law, clause.if_, scope, " if ", names)
    unless = if_in_words(law, clause.except_, scope, ", except if " if who else " except if ", names)
    return f"{in_phases(clause.in_)}{who}{unless}"


def _times(times: int | ValueJson, law: Law) -> str:
    if isinstance(times, int):
        return _OFTEN.get(times, f"up to {times} times")
    return f"as many times as {number_in_words(read_number(times, scopes.WHO_ACTS), wording_of(law))}"
