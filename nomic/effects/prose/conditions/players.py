"""English descriptions of conditions on players of the cycle."""

from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.people import (
    Acted,
    Active,
    DeclaredReputable,
    Held,
    Holds,
    InMatch,
    Reputable,
    VotedOn,
)
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.world import Players
from nomic.effects.prose.context import Context, clause, noun, predicate
from nomic.effects.prose.english_grammar import conjugated, with_article

_PHASES = {"phase": "this phase", "previous_phase": "in the previous phase", "cycle": "this cycle"}
_BALLOTS = {"for": "voted for", "against": "voted against", "unclear": "cast an unclear vote on", "any": "voted on"}
_STAGES = {"any": "{}", "gathering": "{} that has not begun", "running": "running {}"}
AboutPlayers = Reputable | Active | Acted | Holds | VotedOn | InMatch | DeclaredReputable


def asked_of(node: AboutPlayers) -> Expression[Players]:
    """Return the expression for the players that a condition concerns."""
    if isinstance(node, Reputable):
        return node.reputable
    if isinstance(node, Active):
        return node.active
    if isinstance(node, Acted):
        return node.acted
    if isinstance(node, InMatch):
        return node.in_match
    if isinstance(node, DeclaredReputable):
        return node.declared
    return node.holds if isinstance(node, Holds) else node.voted


def _said(node: AboutPlayers, context: Context, singular: bool) -> str:
    if isinstance(node, Reputable | Active):
        return f"{conjugated('be', singular)} {'reputable' if isinstance(node, Reputable) else 'active'}"
    if isinstance(node, Holds):
        return f"{conjugated('be', singular)} the {node.office}"
    if isinstance(node, InMatch):
        return _sitting(node, context, singular)
    have = conjugated("have", singular)
    if isinstance(node, DeclaredReputable):
        return f"{have} declared {noun(node.whom, context).object} reputable"
    if isinstance(node, Acted):
        what, when = "" if node.act is None else f" “{context.title_of_act(node.act)}”", _PHASES[node.in_]
        if node.in_ == "previous_phase":  # It is over.
            return f"{'used' if what else 'acted'}{what} {when}"
        return f"{have} {'used' if what else 'acted'}{what} {when}"
    return f"{have} {_BALLOTS[node.how]} {noun(node.about, context).object}"


def _sitting(node: InMatch, context: Context, singular: bool) -> str:
    stage = _STAGES[node.stage].format(node.kind_.replace("_", " ") if node.kind_ else "match")
    against = "" if node.against is None else f" against {noun(node.against, context).object}"
    return f"{conjugated('be', singular)} in {with_article(stage)}{against}"


@clause.register(Reputable)
@clause.register(Active)
@clause.register(Acted)
@clause.register(Holds)
@clause.register(VotedOn)
@clause.register(InMatch)
@clause.register(DeclaredReputable)
def describe_player_fact(node: AboutPlayers, context: Context) -> str:
    who = noun(asked_of(node), context)
    return f"{who.whole} {_said(node, context, who.singular)}"


@clause.register
def describe_held(node: Held, context: Context) -> str:
    return f"there is {with_article(node.held)}"


@predicate.register(Reputable)
@predicate.register(Active)
@predicate.register(Acted)
@predicate.register(Holds)
@predicate.register(VotedOn)
@predicate.register(InMatch)
@predicate.register(DeclaredReputable)
def predicate_of_player_fact(condition: Condition, called: str, context: Context, singular: bool) -> str:
    if not isinstance(condition, AboutPlayers):
        return ""
    who = asked_of(condition)
    is_called = isinstance(who, Ref) and who.name == called and not who.part
    return _said(condition, context, singular) if is_called else ""
