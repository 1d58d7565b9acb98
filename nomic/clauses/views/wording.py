"""Clauses in English: sentences made from a clause's data, displayed below the text of its rule."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from nomic.clauses.arguments.allowed import Wording
from nomic.clauses.compiled import clauses_of, every_clause, in_order, occasion_of, scope_of_action
from nomic.clauses.schema.allowed_changes import AnyMayChange, MayAdd, MayAddLines, MayChange
from nomic.clauses.schema.kinds import (
    MAX_HOURS,
    ActionClause,
    ClassClause,
    Clause,
    ForbidClause,
    Lasts,
    OutcomeClause,
    ValueClause,
    WhenClause,
    WinsClause,
)
from nomic.clauses.vocabulary.names import COUNTED, THEM, VOTER, WINNER, given_at, said_with
from nomic.cycles.actions.registry import action_named
from nomic.cycles.domain.exceptions import NoSuchAction
from nomic.effects.checking.in_law import TruthJson
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_in_words
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.parser import read_condition, read_effect, read_number
from nomic.effects.prose.context import Meant
from nomic.effects.prose.english import condition_in_words, effect_in_words, number_in_words
from nomic.effects.prose.grammar import listed, sentence
from nomic.inventory.law_section import named, plurals_of
from nomic.law.document.sections import Law
from nomic.law.labels.format import in_unit, words_at
from nomic.law.rules.tree import rules_of

Said = tuple[str, ...]
Names = Mapping[str, Meant]


def explain_rule(law: Law, rule_id: str) -> Said:
    """Describe the clauses of a rule, one text each, in their order; empty for a rule without clauses.

    Invalid clauses of a draft are left out. Their flaws are reported elsewhere.
    """
    rule = rules_of(law).get(rule_id)
    if rule is None or not rule.clauses:
        return ()
    every = _by_name(law, rule_id)
    texts = (_in_one_piece(every[name], law, f"{rule_id}_{name}") for name, _ in in_order(rule) if name in every)
    return tuple(text for text in texts if text)


def _in_one_piece(clause: Clause, law: Law, key: str) -> str:
    try:
        return " ".join((*said(clause, law), *_contradicted(law, key)))
    except (EffectFlaw, NoSuchAction):
        return ""


def _contradicted(law: Law, key: str) -> Said:
    """Name the rules that forbid this clause's action. A ban overrides."""
    bans = clauses_of(law).bans.get(key, ())
    when = [(placed.title, _if(law, placed.clause.if_, scopes.WHO_ACTS, " if ")) for placed in bans]
    return tuple(f"The rule “{title}” forbids this{condition}, and that wins." for title, condition in when)


def _by_name(law: Law, rule_id: str) -> dict[str, Clause]:
    return {placed.name: placed.clause for placed in every_clause(clauses_of(law)) if placed.rule == rule_id}


@singledispatch
def said(clause: Clause, law: Law) -> Said:
    """Describe a clause in sentences."""
    raise NotImplementedError(type(clause).__name__)


@said.register
def _(clause: ValueClause, law: Law) -> Said:
    whose = "for each player" if clause.of == "player" else "for the cycle"
    secret = {"all": "", "owner": " Only its owner sees it.", "nobody": " Nobody sees it before it is revealed."}
    beside = " It stands beside the player's name." if clause.beside else ""
    return (f"{clause.value} is kept {whose}: {clause.described()}.{secret[clause.seen]}{beside}",)


@said.register
def _(clause: ActionClause, law: Law) -> Said:
    can = f"Players can do this{_in_phases(clause.in_)}{_how_often(clause)}{_for_what(clause, law)}"
    lead = " only if " if can.endswith("do this") else ", but only if "
    who = _if(law, clause.who, scopes.WHO_ACTS, lead, THEM)
    words = Wording(plurals_of(law), THEM)
    needs = [argument.described(name, words) for name, argument in clause.with_.items()]
    wants = f" They say {listed(needs)}." if needs else ""
    wants += "" if clause.is_act else " Nobody is active by it."
    does = _does(law, clause.do, scope_of_action(clause), said_with(clause))
    return (f"“{clause.action}”: {can}{who}.{wants}", *does)


@said.register
def _(clause: WhenClause, law: Law) -> Said:
    occasion = occasion_of(law, clause)
    scope: Scope = {} if occasion is None else occasion.scope
    names = {} if occasion is None else given_at(occasion)
    phases = f",{_in_phases(clause.in_)}" if clause.in_ else ""
    whenever = event_in_words(clause.when) if occasion is None else occasion.whenever
    when = f"Whenever {whenever}{phases}{_if(law, clause.if_, scope, ', if ', names)}:"
    return (when, *_does(law, clause.do, scope, names))


@said.register
def _(clause: ForbidClause, law: Law) -> Said:
    who = _if(law, clause.if_, scopes.WHO_ACTS, " if ")
    return (f"“{action_named(clause.forbid, law).title}” cannot be done{who}: {clause.because.rstrip('.')}.",)


@said.register
def _(clause: OutcomeClause, law: Law) -> Said:
    who = _if(law, clause.if_, scopes.WHO_ACTS, ", if ")
    return (f"One of what {clause.of} can bring, “{clause.outcome}”{who}:", *_does(law, clause.do, scopes.WHO_ACTS))


@said.register
def _(clause: WinsClause, law: Law) -> Said:
    condition = condition_in_words(read_condition(clause.wins, scopes.WHO_WINS), plurals_of(law), WINNER)
    alone = " and of nobody else" if clause.alone else ""
    return (sentence(f"a player wins of whom this is true{alone}: {condition}"),)


@said.register
def _(clause: ClassClause, law: Law) -> Said:
    price = [named(law, item, amount) for item, amount in sorted(clause.costs.items()) if amount]
    cost = f", for {listed(price)}" if price else ""
    who = _if(law, clause.who, scopes.WHO_ACTS, " only if ", THEM)
    plurals = plurals_of(law)
    sentences = [
        f"Proposals of the class “{clause.class_}”: players can submit them{cost}{who}.",
        *_voting(clause, plurals),
        *reach_in_words(clause, law),
    ]
    if clause.default:
        sentences.append("A proposal that names no class is of this one.")
    return tuple(sentences)


def voting_in_words(clause: ClassClause, law: Law) -> Said:
    """Describe how people vote on proposals of a class, and when one passes."""
    return _voting(clause, plurals_of(law))


def _voting(clause: ClassClause, plurals: Mapping[str, str]) -> Said:
    passes = condition_in_words(read_condition(clause.passes, scopes.COUNTED), plurals, COUNTED)
    return (
        f"People vote {lasting(clause.lasts)}.",
        *_whose_votes(clause, plurals),
        f"A proposal is popular if {passes}.",
    )


def _whose_votes(clause: ClassClause, plurals: Mapping[str, str]) -> Said:
    votes, said = clause.votes, []
    if votes.who is not None:
        who = condition_in_words(read_condition(votes.who, scopes.WHO_VOTES), plurals, VOTER)
        said.append(f"A player's vote counts only if {who}.")
    weight = read_number(votes.weight, scopes.WHO_VOTES)
    if not isinstance(weight, Literal) or weight.source != 1:
        said.append(f"Each vote counts as {number_in_words(weight, plurals, VOTER)}.")
    return tuple(said)


# The noun for clauses of a kind: singular, plural.
NOUNS: Mapping[str, tuple[str, str]] = {
    "value": ("kept value", "kept values"),
    "action": ("action", "actions"),
    "when": ("trigger", "triggers"),
    "forbid": ("ban", "bans"),
    "wins": ("way to win", "ways to win"),
    "class": ("class of proposals", "classes of proposals"),
    "outcome": ("outcome", "outcomes"),
}


def reach_in_words(clause: ClassClause, law: Law) -> Said:
    """Describe what proposals of a class may do (R131); no sentence if they may do everything."""
    may = clause.may
    if may is None:
        return ()
    changes = [_permitted(each, law) for each in may.change or ()]
    if may.change is None:
        first = "Its proposals may change everything in the law"
    elif changes:
        first = f"Its proposals may only {'; and '.join(changes)}"
    else:
        first = "Its proposals may not change the law"
    once = "They may also do something once, when they are enacted."
    if not may.once:
        once = "They may not do anything else when they are enacted."
    return (f"{first}.", once)


@singledispatch
def _permitted(permitted: AnyMayChange, law: Law) -> str:
    """Describe a permission, after "may"."""
    raise NotImplementedError(type(permitted).__name__)


@_permitted.register
def _(permitted: MayChange, law: Law) -> str:
    only = f" (only {listed([NOUNS[kind][1] for kind in permitted.kinds])})" if permitted.kinds else ""
    return f"change {_place(permitted.at, law)}{only}"


@_permitted.register
def _(permitted: MayAdd, law: Law) -> str:
    nouns = [NOUNS[kind] for kind in permitted.kinds] or [("entry", "entries")]
    if permitted.most == 1:
        what = f"one {' or '.join(one for one, _ in nouns)}"
    else:
        most = "" if permitted.most is None else f"at most {permitted.most} "
        what = f"{most}{' or '.join(several for _, several in nouns)}"
    having = "".join(f" {_having(each.field)} “{each.is_}”" for each in permitted.having)
    needs = _if(law, permitted.needs, scopes.WHO_ACTS, ", if ")
    return f"add {what}{having} to {_place(permitted.at, law)}{needs}"


def _having(field: str) -> str:
    return "of" if field == "of" else f"whose {field} is"


@_permitted.register
def _(permitted: MayAddLines, law: Law) -> str:
    begin = f" that begin with “{permitted.begin}”" if permitted.begin else ""
    return f"add lines{begin} at the end of {_place(permitted.at, law)}"


def _place(where: str, law: Law) -> str:
    """Describe a place of the law; `*` means any name."""
    return (
        words_at(law.document, where)
        .replace("the rule *", "any rule")
        .replace("the clause *", "any clause")
        .replace("*", "any")
    )


def lasting(lasts: Lasts) -> str:
    """Describe how long people vote, after "people vote"."""
    phases = lasts.phases
    if phases is not None:
        most = "until the end of the next phase" if phases == 1 else f"until the next {phases} phases are over"
    else:
        most = f"for {in_unit(lasts.hours or MAX_HOURS, 'hours')}"
    if lasts.until is None:
        return most
    return f"until {event_in_words(lasts.until)}, or {most} at {'most' if phases is None else 'the latest'}"


def _in_phases(kinds: list[str]) -> str:
    return f" in {listed(kinds)} phases" if kinds else ""


def _how_often(clause: ActionClause) -> str:
    limit = clause.limit
    if limit is None:
        return ""
    times = "once" if limit.times == 1 else f"{limit.times} times"
    return f", {times} a {limit.per}{' together' if limit.together else ' each'}"


def _for_what(clause: ActionClause, law: Law) -> str:
    price = [named(law, item, amount) for item, amount in sorted(clause.costs.items()) if amount]
    return f", for {listed(price)}" if price else ""


def _if(law: Law, raw: TruthJson | None, scope: Scope, lead: str, names: Names | None = None) -> str:
    return "" if raw is None else f"{lead}{condition_in_words(read_condition(raw, scope), plurals_of(law), names)}"


def _does(law: Law, raw: list[dict[str, Any]], scope: Scope, names: Names | None = None) -> Said:
    return tuple(effect_in_words(read_effect(raw, scope), plurals_of(law), names))
