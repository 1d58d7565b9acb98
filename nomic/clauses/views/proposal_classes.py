"""Classes of proposals in English: how people vote on proposals, and what proposals may change."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from nomic.clauses.proposal_classes import general_voting
from nomic.clauses.schema.allowed_changes import AnyMayChange, MayAdd, MayAddLines, MayChange, OwnReach
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.clause_models import MAX_HOURS, ClassClause, HoursJson, Lasts, Voters
from nomic.clauses.schema.kind_registry import kinds
from nomic.clauses.views.passing_conditions import counting_in_words
from nomic.clauses.views.sentence_parts import Said, does_after, if_in_words, price_in_words
from nomic.clauses.vocabulary.scope_nouns import AFTER_A_VOTE, COUNTED, SUBMITTER, VOTER
from nomic.effects.language import scopes
from nomic.effects.language.event_names import event_in_words
from nomic.effects.language.nodes.values import Literal
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.prose.describe import condition_in_words, number_in_words
from nomic.effects.prose.english_grammar import listed, placed, sentence
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit, words_at

OTHERWISE, OTHER_CHANGES = "(other permissions)", "(other changes)"  # in sets of JSON pointers


def voting_in_words(clause: ClassClause, law: Law) -> Said:
    """Return sentences about voting on proposals of a class, and the condition for a proposal to pass."""
    wording = wording_of(law)
    passes = condition_in_words(read_condition(clause.passes, scopes.COUNTED), wording, COUNTED)
    weight = clause.votes.weight if clause.votes.weight is not None else general_voting(law).weight
    return (
        f"Voting is open {lasting(clause.lasts, law)}.",
        *votes_in_words(clause.votes, law),
        sentence(counting_in_words(clause.passes, is_weighted=weight is not None) or f"it passes if {passes}"),
    )


def submitters_in_words(clause: ClassClause, law: Law) -> str:
    """Return a sentence on who may submit a proposal of a class, or "" if every player may."""
    only = if_in_words(law, clause.who, scopes.WHO_SUBMITS, "You may submit one only if ", SUBMITTER)
    return f"{only}." if only else ""


def price_of_class(clause: ClassClause, law: Law, now: str = "") -> str:
    """Return the price of a proposal as text: "Each costs 2 Chips.", or "" if there is none.

    `now` describes the current amount of a computed price.
    """
    price = price_in_words(law, clause.costs, scopes.WHO_ACTS, SUBMITTER)
    return f"Each costs {price.removeprefix('Pay ').rstrip('.')}{f' ({now})' if now else ''}." if price else ""


OWN_CLAUSES = re.compile(r"^the effects of ((?:the|any) rule\b.*)$")
_VOTE_FOR: Mapping[str, str] = {
    "plurality": "choose one option",
    "approval": "choose every option that you like",
    **dict.fromkeys(("ranked", "transferable", "borda"), "rank options, the one you like best first"),
}
_COUNTED: Mapping[str, str] = {
    "plurality": "The most votes win.",
    "approval": "The most votes win.",
    "ranked": "The option with the fewest votes is out, and each of those votes goes to its voter's next choice, until "
    "one option has more than half (instant run-off).",
    "transferable": "Votes that an option does not need or cannot use go to the voter's next choice (single "
    "transferable vote, Droop quota).",
    "borda": "A first place is worth one point per option, and each later place one point less (Borda count).",
}
_LINES = {"#": "numbered lines", "*": "bulleted lines"}
_TIES: Mapping[str, str] = {
    "all": "Options that tie are all chosen.",
    "none": "Options that tie are not chosen.",
    "lot": "Ties are broken by lot.",
    "earliest": "If options tie, the one that is named first here is chosen.",
}


def ballot_in_words(ballot: ClassBallot | None) -> Said:
    """Return sentences about the options of a ballot and how votes are counted. Empty without a ballot."""
    if ballot is None:
        return ()
    options = listed([f"“{option}”" for option in ballot.options], "or")
    seats = "One option is" if ballot.seats == 1 else f"In all, {ballot.seats} options are"
    return (
        f"To vote for it, {_VOTE_FOR[ballot.counted]}: {options}.",
        f"{_COUNTED[ballot.counted]} {_TIES[ballot.ties]}",
        f"{seats} chosen. If no option is chosen, the proposal fails.",
    )


def votes_in_words(votes: Voters, law: Law) -> Said:
    """Return sentences about who may vote, the weights, the quorum, and whether votes are sealed."""
    wording, said = wording_of(law), []
    if votes.who is not None:
        who = condition_in_words(read_condition(votes.who, scopes.WHO_VOTES), wording, VOTER)
        said.append(f"A vote counts only if {who}.")
    weight = None if votes.weight is None else read_number(votes.weight, scopes.WHO_VOTES)
    if weight is not None and (not isinstance(weight, Literal) or weight.source != 1):
        said.append(
            _counts_more(votes.weight, law) or f"The weight of each vote is {number_in_words(weight, wording, VOTER)}."
        )
    if votes.quorum is not None:
        quorum = number_in_words(read_number(votes.quorum, scopes.COUNTED), wording, COUNTED)
        said.append(f"A proposal can pass only if the number of voters is at least {quorum}.")
    if votes.casting is not None:
        who = condition_in_words(read_condition(votes.casting, scopes.WHO_VOTES), wording, VOTER)
        said.append(f"If the vote is tied, a vote counts one extra time if {who}.")
    if votes.sealed is not None:
        said.append(
            "Votes are sealed: until they are counted, others see only who has voted."
            if votes.sealed
            else "Votes are open: everybody sees them."
        )
    return tuple(said)


def _counts_more(weight: Any, law: Law) -> str:
    """Return a sentence for a weight that is 1, and more for some voters: "…counts twice if the voter is the Judge"."""
    match weight:
        case {"sum": [1, {"count": {"those": "$it", "where": who}}]}:
            times = 2
        case {"sum": [1, {"times": [int(more), {"count": {"those": "$it", "where": who}}]}]}:
            times = more + 1
        case _:
            return ""
    who_words = condition_in_words(read_condition(who, scopes.WHO_VOTES), wording_of(law), VOTER)
    often = {2: "twice", 3: "three times"}.get(times, f"{times} times")
    return f"Each vote counts once, and {often} if {who_words}."


def seconds_in_words(clause: ClassClause, law: Law) -> Said:
    """Return sentences about the support that a proposal needs before its vote opens. Empty if it needs none."""
    seconds = clause.seconds
    if seconds is None:
        return ()
    if isinstance(seconds.n, int):
        others = "another player" if seconds.n == 1 else f"{seconds.n} other players"
    else:
        number = number_in_words(read_number(seconds.n, scopes.WHO_SUBMITS), wording_of(law), SUBMITTER)
        others = f"as many other players as {number}"
    only = if_in_words(law, seconds.who, scopes.WHO_SUBMITS, "You may second it only if ", SUBMITTER)
    within = _hours(seconds.within, law)
    has = "has" if seconds.n == 1 else "have"
    return (
        f"The vote opens when {others} {has} seconded the proposal. If it has not opened within {within}, the "
        "proposal lapses.",
        *((f"{only}.",) if only else ()),
    )


def aftermath_in_words(clause: ClassClause, law: Law) -> Said:
    """Return sentences about the effects that follow when a proposal is enacted or fails."""
    said: list[str] = []
    for raw, when in ((clause.then, "when it passes"), (clause.else_, "when it fails")):
        if raw:
            said.append(does_after(when, law, raw, scopes.AFTER_A_VOTE, AFTER_A_VOTE))
    return tuple(said)


def reach_in_words(clause: ClassClause, law: Law) -> Said:
    """Return sentences about what proposals of a class may do (R131). Empty if they may do everything."""
    may = clause.may
    if may is None:
        return ()
    permitted, needs = _without_needs(may.change or (), law)
    changes = [_permitted(each, law) for each in permitted]
    if may.change is None:
        first = "It may change everything in the law"
    elif changes:
        first = f"It may only {_about_one_rule(_joined(changes), permitted, law)}"
    else:
        first = "It may not change the law"
    if may.once:
        return (f"{first}.", *needs, "It may also do something once, when it passes.")
    if changes:  # "only" says it already
        return (f"{first}.", *needs)
    return (f"{first}.", "It may not do anything else when it passes.")


def _without_needs(changes: Sequence[AnyMayChange], law: Law) -> tuple[Sequence[AnyMayChange], Said]:
    """Return permissions, and a sentence of its own about the condition that additions must have.

    There is no such sentence, and the permissions are unchanged, unless exactly one of them is for additions.
    """
    adding = [each for each in changes if isinstance(each, MayAdd)]
    if len(adding) != 1 or adding[0].needs is None:
        return changes, ()
    (add,) = adding
    one = " or ".join(one for one, _ in _added(add))
    has = if_in_words(
        law, add.needs, scopes.WHO_ACTS, f"{'The' if add.most == 1 else 'Each'} {one} must have the condition “only if "
    )
    return [each.model_copy(update={"needs": None}) if each is add else each for each in changes], (f"{has}”.",)


def own_reach_in_words(may: OwnReach | None, do: Sequence[Mapping[str, Any]], law: Law) -> Said:
    """Return sentences about the changes of the law that a clause may make. Empty if it may change nothing.

    If its effect `do` changes every permitted place, those places are not named again.
    """
    if may is None or not (may.change or may.guards):
        return ()
    if not may.guards and _amended(do) == _plainly_changed(may):
        return ("This rule may change nothing else in the law.",)
    changes = _joined([_permitted(each, law) for each in may.change]) or "change nothing else"
    guards = ", including classes of proposals, bans and rules that change the law" if may.guards else ""
    return (f"This rule may only {changes}{guards}.",)


def _plainly_changed(may: OwnReach) -> set[str]:
    """Return the places that a clause may change in every way. OTHERWISE stands for other permissions."""
    return {each.at if isinstance(each, MayChange) and not each.kinds else OTHERWISE for each in may.change}


def _amended(raw: object) -> set[str]:
    """Return the places that the operations in an effect's JSON change. OTHER_CHANGES stands for other changes."""
    changes = [(key, content) for key, content in _pairs_in(raw) if key in ("amend", "repeal")]
    return {content if key == "amend" and isinstance(content, str) else OTHER_CHANGES for key, content in changes}


def _pairs_in(raw: object) -> Iterator[tuple[str, object]]:
    """Yield all keys with their contents in a JSON value, at every depth."""
    if isinstance(raw, Mapping):
        yield from raw.items()
        for content in raw.values():
            yield from _pairs_in(content)
    elif isinstance(raw, Sequence) and not isinstance(raw, str):
        for content in raw:
            yield from _pairs_in(content)


def _joined(changes: list[str]) -> str:
    """Return permissions as a list, separated by semicolons if one of them contains a comma."""
    return "; and ".join(changes) if any("," in each or " and " in each for each in changes) else listed(changes)


def _about_one_rule(said: str, changes: Sequence[AnyMayChange], law: Law) -> str:
    """Return permissions with "its words" after the first mention of a rule, if they are all about that rule."""
    rules = {each.at.split("/")[2] if each.at.startswith("/rules/") else "*" for each in changes}
    if len(rules) > 1 or "*" in rules:
        return said
    rule = words_at(law.document, f"/rules/{rules.pop()}")
    before, named, after = said.partition(rule)
    return f"{before}{named}{after.replace(f'the words of {rule}', 'its words')}"


def _added(permitted: MayAdd) -> list[tuple[str, str]]:
    """Return the singular and plural nouns for additions: clauses of some kinds, rows of a rule's table, or entries."""
    entries = ("row", "rows") if permitted.at.endswith("/rows") else ("entry", "entries")
    return [kinds()[kind].nouns for kind in permitted.kinds] or [entries]


@singledispatch
def _permitted(permitted: AnyMayChange, law: Law) -> str:
    """Return a permission as text that follows the word "may"."""
    raise NotImplementedError(type(permitted).__name__)


@_permitted.register
def _permitted_may_change(permitted: MayChange, law: Law) -> str:
    only = f" (only {listed([kinds()[kind].nouns[1] for kind in permitted.kinds])})" if permitted.kinds else ""
    return f"change {placed(_place(permitted.at, law))}{only}"


@_permitted.register
def _permitted_may_add(permitted: MayAdd, law: Law) -> str:
    nouns = _added(permitted)
    if permitted.most == 1:
        what = f"one {' or '.join(one for one, _ in nouns)}"
    else:
        most = "" if permitted.most is None else f"at most {permitted.most} "
        what = f"{most}{' or '.join(several for _, several in nouns)}"
    having = "".join(f" {_having(each.field)} “{each.is_}”" for each in permitted.having)
    each = "" if permitted.most == 1 else " each"
    needs = if_in_words(law, permitted.needs, scopes.WHO_ACTS, f"{each} with the condition “only if ")
    where = OWN_CLAUSES.sub(r"\1", _place(permitted.at, law))
    return f"add {what}{having}{needs}{'”' if needs else ''} to {where}"


def _having(field: str) -> str:
    return "of" if field == "of" else f"whose {field} is"


@_permitted.register
def _permitted_may_add_lines(permitted: MayAddLines, law: Law) -> str:
    begin = permitted.begin
    lines = _LINES.get(begin) or (f"lines that begin with “{begin}”" if begin else "lines")
    return f"add {lines} to {_place(permitted.at, law)}"


def _place(where: str, law: Law) -> str:
    """Return a place of the law as text. `*` in the place becomes "any"."""
    return (
        words_at(law.document, where)
        .replace("the rule *", "any rule")
        .replace("the clause *", "any clause")
        .replace("*", "any")
    )


def lasting(lasts: Lasts, law: Law) -> str:
    """Return the length of voting as text that follows "people vote"."""
    phases = lasts.phases
    if isinstance(phases, int):
        most = "until the end of the next phase" if phases == 1 else f"until the next {phases} phases are over"
    elif phases is not None:
        most = f"for as many whole phases as {_worked_out(phases, law)}"
    else:
        most = f"for {_hours(lasts.hours, law)}"
    if lasts.until is None:
        return most
    return f"until {event_in_words(lasts.until)}, or {most} at {'most' if phases is None else 'the latest'}"


def _hours(raw: HoursJson | None, law: Law) -> str:
    """Return a number of hours as text: "2 days", "as many hours as 24 + your Rank". None means the maximum."""
    if raw is None or isinstance(raw, int):
        return in_unit(raw or MAX_HOURS, "hours")
    return f"as many hours as {_worked_out(raw, law)}"


def _worked_out(raw: dict[str, Any], law: Law) -> str:
    return number_in_words(read_number(raw, scopes.WHO_SUBMITS), wording_of(law), SUBMITTER)
