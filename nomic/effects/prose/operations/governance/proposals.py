"""English descriptions of operations on proposals, and of the end of the cycle by a rule."""

from nomic.effects.language.operations.end_cycle import Win
from nomic.effects.language.operations.governance.proposals import Changes, Lapse, ProposalsWhich, Veto
from nomic.effects.prose.context import Context, clause, noun, predicate
from nomic.effects.prose.english_grammar import Noun, conjugated, placed
from nomic.effects.prose.values.relative_clauses import relative
from nomic.law.document.sections import pointer

_STATES = {
    "open": ("open {0}", ""),
    "waiting": ("{0}", " waiting for seconds"),
    "undecided": ("{0}", " that is not decided yet"),
    "popular": ("popular {0}", " not yet enacted"),
    "enacted": ("enacted {0}", ""),
    "failed": ("failed {0}", ""),
    "withdrawn": ("withdrawn {0}", ""),
    "lapsed": ("lapsed {0}", ""),
    "vetoed": ("vetoed {0}", ""),
    "all": ("{0}", ""),
}


@noun.register
def noun_of_proposals_which(node: ProposalsWhich, context: Context) -> Noun:
    one, many = (_which(node, context, several=several) for several in (False, True))
    return Noun(one, many, f"every {one}")


def _which(node: ProposalsWhich, context: Context, *, several: bool) -> str:
    named, after = _STATES[node.proposals]
    if several:
        after = after.replace("that is", "that are")
    said = named.format("proposals" if several else "proposal") + after
    if node.class_ is not None:
        said += f" of the class {noun(node.class_, context).one}"
    if node.by is not None:
        said += f" by {noun(node.by, context).object}"
    return said + relative(node.where, node.as_, context, several)


@clause.register
def describe_changes(node: Changes, context: Context) -> str:
    changed = noun(node.changes, context)
    return f"{changed.whole} {_changed(node, context, changed.singular)}"


@predicate.register
def predicate_of_changes(condition: Changes, called: str, context: Context, singular: bool) -> str:
    return _changed(condition, context, singular) if condition.changes.raw == f"${called}" else ""


def _changed(node: Changes, context: Context, singular: bool) -> str:
    what = "the law"
    if node.rule is not None:
        what = f"something in {context.place(pointer('rules', node.rule))}"
    if node.at is not None:
        what = placed(context.place(node.at))
    return f"{conjugated('change', singular)} {what}"


@clause.register
def describe_veto(step: Veto, context: Context) -> str:
    return f"{noun(step.veto, context).does('be')} vetoed"


@clause.register
def describe_lapse(step: Lapse, context: Context) -> str:
    return noun(step.lapse, context).does("lapse")


@clause.register
def describe_win(step: Win, context: Context) -> str:
    return f"{noun(step.win, context).does('win')}, and the cycle ends"
