"""Sentences in English that describe clauses. They are displayed below the text of the rule."""

from nomic.clauses.clause_index import clauses_of, every_clause, in_order
from nomic.clauses.schema.base_clause import Clause
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.views.action_limits import when_forbidden
from nomic.clauses.views.sentence_parts import Said
from nomic.cycles.domain.exceptions import NoSuchAction
from nomic.effects.language.flaw import EffectFlaw
from nomic.law.document.sections import Law
from nomic.law.labels.indented_outline import in_one_piece
from nomic.law.rules.tree import rules_of

DEFINITIONS = ("table", "value", "keeping", "office")  # the kinds of clauses that only introduce a name, in their order


def explain_clause_kind(clause: Clause, law: Law) -> Said:
    """Return English sentences that describe a clause."""
    return kinds()[clause.word].explain(clause, law)


def explain_rule(law: Law, rule_id: str) -> Said:
    """Return a description for each clause or table row of a rule, definitions first. Empty for a rule without clauses.

    Invalid clauses of a draft are left out; their flaws are reported elsewhere.
    """
    rule = rules_of(law).get(rule_id)
    if rule is None or not rule.clauses:
        return ()
    every = _by_name(law, rule_id)
    texts = (_texts(every[name], law, f"{rule_id}_{name}") for name in clause_names(law, rule_id))
    return tuple(text for each in texts for text in each if text)


def explain_acts(law: Law, rule_id: str) -> Said:
    """Return the descriptions of the clauses and table rows of a rule that do more than introduce a name.

    What players may or may not do comes before what happens by itself, which may only keep count of it.
    """
    rule = rules_of(law).get(rule_id)
    if rule is None or not rule.clauses:
        return ()
    every = _by_name(law, rule_id)
    names = [name for name in clause_names(law, rule_id) if every[name].word not in DEFINITIONS]
    names.sort(key=lambda name: every[name].word == WhenClause.word)
    return tuple(text for name in names for text in _texts(every[name], law, f"{rule_id}_{name}") if text)


def clause_names(law: Law, rule_id: str) -> list[str]:
    """Return the names of the valid clauses of a rule in the order in which `explain_rule` describes them.

    Definitions come first, so that every name is introduced before a sentence uses it.
    """
    rule = rules_of(law)[rule_id]
    every = _by_name(law, rule_id)
    return sorted((name for name, _ in in_order(rule) if name in every), key=lambda name: _rank(every[name].word))


def _rank(word: str) -> int:
    return DEFINITIONS.index(word) if word in DEFINITIONS else len(DEFINITIONS)


def explain_as(law: Law, rule_id: str, name: str, clause: Clause | None) -> Said:
    """Return the description of a clause as if it had this name in the rule. Empty for None."""
    return () if clause is None else tuple(text for text in _texts(clause, law, f"{rule_id}_{name}") if text)


def explain_clause(law: Law, rule_id: str, name: str) -> Said:
    """Return the description of a clause of a rule. Empty if the rule has no valid clause with this name."""
    rule = rules_of(law).get(rule_id)
    return explain_as(law, rule_id, name, _by_name(law, rule_id).get(name) if rule and rule.clauses else None)


def short_sentences(law: Law, rule_id: str) -> dict[str, str]:
    """Return the short sentence of each valid clause of a rule by the clause's name, in reading order."""
    rule = rules_of(law).get(rule_id)
    if rule is None or not rule.clauses:
        return {}
    every = _by_name(law, rule_id)
    return {name: in_brief(every[name], law) for name, _ in in_order(rule) if name in every}


def _texts(clause: Clause, law: Law, key: str) -> Said:
    return explain_clause_kind(clause, law) if kinds()[clause.word].in_lines else (_in_one_piece(clause, law, key),)


def _in_one_piece(clause: Clause, law: Law, key: str) -> str:
    try:
        return in_one_piece((*explain_clause_kind(clause, law), *_contradicted(law, key)))
    except (EffectFlaw, NoSuchAction):
        return ""


def _contradicted(law: Law, key: str) -> Said:
    """Return a sentence for each rule that forbids this clause's action, because a ban overrides a permission."""
    bans = clauses_of(law).bans.get(key, ())
    return tuple(f"But the rule “{placed.title}” forbids it{when_forbidden(law, placed.clause)}." for placed in bans)


def _by_name(law: Law, rule_id: str) -> dict[str, Clause]:
    return {placed.name: placed.clause for placed in every_clause(clauses_of(law)) if placed.rule == rule_id}
