"""A turn in five sentences: the goal, a turn's income, the actions, the game, and the effect of votes.

All sentences are made from the law in force. Each names the rule that it follows from.
"""

from dataclasses import dataclass
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.schema.placed_clause import AnyPlaced
from nomic.clauses.schema.short_sentences import in_brief
from nomic.clauses.standing.standings_cache import standings_now
from nomic.clauses.views.action_limits import how_often
from nomic.cycles.actions.context import ReadContext
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.tree import rules_of
from nomic.web.hooks.rules_summary import Claim
from nomic.web.hooks.turn_in_sentences import turn_of_games
from nomic.web.rendering.available_actions import PLAY, brings_something, brings_what_wins, group_of_clause, is_free
from nomic.web.rendering.times.week_in_words import votes_in_words, week_in_words

FEW = 3  # actions that are named
GIVING = ("phase-began", "week-begins", "day-begins")  # events at which rules may pay players


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a turn, and its subject. `rule` is the rule that implies it, or ""."""

    about: str
    text: str
    rule: str


def turn_in_five(ctx: ReadContext) -> tuple[Sentence, ...]:
    """Return five sentences about a turn under the law in force."""
    return (_goal(ctx), *ctx.law.once("a turn in five sentences", lambda: _of_law(ctx.law)))


def _goal(ctx: ReadContext) -> Sentence:
    first = next(iter(standings_now(ctx)), None)
    if first is None:
        return Sentence("The goal", "No rule says how to win yet; a vote can add one.", "")
    return Sentence("The goal", first.brief, first.rule)


def _of_law(law: Law) -> tuple[Sentence, ...]:
    game = turn_of_games(law)
    return (
        _given(law) or _free(law) or _claimed(law, "What you get", game.brings if game else None) or NOTHING_COMES,
        _claimed(law, "What you do", game.acts if game else None) or _acts(law) or NOTHING_TO_DO,
        _claimed(law, game.name if game else "", game.game if game else None) or _time(law),
        _votes(law),
    )


NOTHING_COMES = Sentence("What you get", "You get nothing automatically: you gain only by what you do.", "")
NOTHING_TO_DO = Sentence(
    "What you do", "The rules offer nothing to do yet, except to propose rules and vote on them.", ""
)


def _claimed(law: Law, about: str, claim: Claim | None) -> Sentence | None:
    """Return a game's claim as a sentence with the rule or ruling that implies it, or None without a claim."""
    if claim is None:
        return None
    return Sentence(about, claim.text, rule_of_claim(law, claim))


def rule_of_claim(law: Law, claim: Claim) -> RuleRef | str:
    """Return the rule that a game's claim follows from, otherwise the number of the ruling."""
    return _rule_of(law, *claim.places) or claim.ruling


def _rule_of(law: Law, *places: str) -> RuleRef | None:
    """Return the rule that the first of these places belongs to, or None if none of them belongs to a rule."""
    id_ = next((id_ for id_ in (rule_at(law, place) for place in places) if id_ is not None), None)
    return None if id_ is None else RuleRef(id_, rules_of(law)[id_].title)


def _playing(law: Law) -> list[AnyPlaced]:
    """Return the law's own actions for playing, beginning with those that bring what a way to win counts."""
    found = [placed for placed in clauses_of(law).actions.values() if group_of_clause(placed) == PLAY]
    return sorted(found, key=lambda placed: not brings_what_wins(law, placed))


def _free(law: Law) -> Sentence | None:
    """Return a sentence about free actions with a limit that bring something, or None.

    Actions for some players only are named only if there are no others.
    """
    every = [
        placed
        for placed in _playing(law)
        if placed.clause.limit is not None and is_free(placed.clause) and brings_something(placed.clause)
    ]
    found = ([placed for placed in every if placed.clause.who is None] or every)[:FEW]
    if not found:
        return None
    each = [f"“{placed.clause.action}”{how_often(placed.clause, law, in_any=True)}" for placed in found]
    return Sentence("What you get", f"{listed(each)}, for free.", RuleRef(found[0].rule, found[0].title))


def _given(law: Law) -> Sentence | None:
    """Return the sentence of the first clause that pays all players of a kind at a recurring time, or None."""
    events = clauses_of(law).at_events
    for placed in (placed for event in GIVING for placed in events.get(event, ())):
        if any(map(_pays, placed.clause.do)):
            return Sentence("What you get", in_brief(placed.clause, law), RuleRef(placed.rule, placed.title))
    return None


def _pays(effect: Any) -> bool:
    """Return whether an effect gives something to all players of a kind, such as the active ones."""
    if "each" in effect:
        paid = (each.get("to") == f"${effect['each']}" and _gives(each) for each in effect["do"])
        return _is_kind(effect.get("in")) and any(paid)
    return _gives(effect) and _is_kind(effect.get("to"))


def _gives(effect: Any) -> bool:
    return "grant" in effect or "transfer" in effect


def _is_kind(players: Any) -> bool:
    return isinstance(players, dict) and players.keys() == {"players"}


def _acts(law: Law) -> Sentence | None:
    """Return a sentence that names the law's most important actions and counts the others, or None."""
    found = sorted(_playing(law), key=lambda placed: is_free(placed.clause) and not brings_what_wins(law, placed))
    if not found:
        return None
    more = len(found) - FEW
    named = [f"“{placed.clause.action}”" for placed in found[:FEW]] + ([f"{more} more"] if more > 0 else [])
    return Sentence("What you do", f"You can choose {listed(named)}.", RuleRef(found[0].rule, found[0].title))


def _time(law: Law) -> Sentence:
    return Sentence("Time", week_in_words(law)[0], _rule_of(law, "/calendar/phases", "/calendar") or "")


def _votes(law: Law) -> Sentence:
    classes = list(classes_of(law).values())
    usual = next((each for each in classes if each.clause.default), classes[0] if classes else None)
    if usual is None:
        return Sentence("Votes", "No rule says how proposals are voted on.", "")
    return Sentence("Votes", votes_in_words(law, usual), RuleRef(usual.placed.rule, usual.placed.title))
