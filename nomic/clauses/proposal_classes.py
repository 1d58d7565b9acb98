"""The proposal classes of a law, parsed once.

A class defines who may submit proposals, how long voting lasts, and whose votes count.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.proposal_interface import ChargedWorld
from nomic.clauses.runtime.world.world_for_law import hall_apart
from nomic.clauses.schema.ballots import ClassBallot
from nomic.clauses.schema.clause_models import ClassClause, Lasts, Voters, VotingClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.cycles.actions.context import ReadContext
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Condition, Expression
from nomic.effects.language.nodes.conditions import All
from nomic.effects.language.nodes.values import Literal, Ref, Sum, as_number, kept_in_bounds
from nomic.effects.language.parser import read_condition, read_number
from nomic.effects.language.world import Names, Runner
from nomic.law.document.sections import Law

MAX_WEIGHT = 1_000_000  # maximum weight of one vote; the sum is limited to 10**9 like all numbers

# What each setting of voters says, in words.
SETTINGS: Mapping[str, str] = {
    "who": "whose votes count",
    "weight": "how much each vote counts",
    "quorum": "how many have to vote",
    "casting": "whose votes decide ties",
    "sealed": "whether votes are sealed",
}


@dataclass(frozen=True)
class ProposalClass:
    """A class of proposals: its clause, with its conditions parsed on first use."""

    placed: Placed[ClassClause]
    general: Voters  # what the law says of all classes

    @property
    def name(self) -> str:
        return self.placed.name

    @property
    def title(self) -> str:
        return self.clause.class_

    @property
    def clause(self) -> ClassClause:
        return self.placed.clause

    @property
    def lasts(self) -> Lasts:
        return self.clause.lasts

    @property
    def ballot(self) -> ClassBallot | None:
        """The class's options and how votes for them are counted, or None if it has no ballot."""
        return self.clause.ballot

    @cached_property
    def who(self) -> Condition | None:
        """The condition on the author of a proposal, or None if every player may submit one."""
        raw = self.clause.who
        return None if raw is None else read_condition(raw, scopes.WHO_SUBMITS)

    @cached_property
    def who_before(self) -> tuple[Condition, ...]:
        """The parts of the condition on the author that do not depend on a proposal."""
        if self.who is None:
            return ()
        parts = self.who.all_ if isinstance(self.who, All) else (self.who,)
        return tuple(part for part in parts if not _asks_about(part, "proposal"))

    @cached_property
    def votes(self) -> Voters:
        """The settings for voters. Those that the class omits are taken from the law's default."""
        return self.general.model_copy(update=self.clause.votes.stated)

    @cached_property
    def whose_votes(self) -> Condition | None:
        """The condition on voters whose votes count, or None if all votes count."""
        raw = self.votes.who
        return None if raw is None else read_condition(raw, scopes.WHO_VOTES)

    @cached_property
    def weight(self) -> Expression[Any]:
        """The expression for the weight of a player's vote."""
        return read_number(1 if self.votes.weight is None else self.votes.weight, scopes.WHO_VOTES)

    @cached_property
    def quorum(self) -> Expression[Any] | None:
        """The expression for the number of votes below which no proposal passes, or None if there is no quorum."""
        raw = self.votes.quorum
        return None if raw is None else read_number(raw, scopes.COUNTED)

    @cached_property
    def casting(self) -> Expression[Any] | None:
        """The expression for the casting votes for a proposal minus those against it, or None if nobody has any."""
        raw = self.votes.casting
        if raw is None:
            return None
        sides: list[Any] = [
            {"count": {"those": f"$proposal.{side}", "where": raw}} for side in ("supporters", "opponents")
        ]
        return read_number({"minus": sides}, scopes.COUNTED)

    @cached_property
    def passes(self) -> Condition:
        """The condition on the vote counts under which a proposal passes."""
        return read_condition(self.clause.passes, scopes.COUNTED)

    @cached_property
    def is_plain(self) -> bool:
        """Whether every player's vote counts as one vote."""
        return self.whose_votes is None and isinstance(self.weight, Literal) and self.weight.source == 1

    @cached_property
    def is_by_author(self) -> bool:
        """True if the weights of votes depend on the author of the proposal."""
        return any(_asks_about(piece, "me") for piece in self._asked_of_voters)

    @cached_property
    def is_by_proposal(self) -> bool:
        """True if the weights of votes depend on the proposal."""
        return any(_asks_about(piece, "proposal") for piece in self._asked_of_voters)

    @property
    def _asked_of_voters(self) -> list[Expression[Any]]:
        return [self.weight] if self.whose_votes is None else [self.weight, self.whose_votes]

    @cached_property
    def counts_unclear_against(self) -> bool:
        """True if unclear votes count as votes against (R10), because the condition `passes` adds the two."""
        return any(
            isinstance(node, Sum)
            and {"against", "unclear"} <= {part.name for part in node.sum_ if isinstance(part, Ref)}
            for _, node in walk(self.passes)
        )

    @cached_property
    def asks_what_is_chosen(self) -> bool:
        """True if the condition `passes` depends on the chosen option."""
        return _asks_about(self.passes, "chosen")

    @cached_property
    def asks_who_could(self) -> bool:
        """True if the condition `passes` depends on the number of eligible voters."""
        return _asks_about(self.passes, "eligible") or (
            self.quorum is not None and _asks_about(self.quorum, "eligible")
        )

    def is_enough(self, run: Runner, names: Names) -> bool:
        """Return whether a vote with these counts passes: quorum reached, and the condition `passes` true.

        If the class has a ballot, an option must also have been chosen. Raises TooLong if the conditions take too many
        steps.
        """
        if self.ballot is not None and not names["chosen"]:
            return False
        if self.quorum is not None and as_number(names["voters"]) < as_number(self.quorum.value(run, names)):
            return False
        return bool(self.passes.value(run, self._with_casting_vote(run, names)))

    def _with_casting_vote(self, run: Runner, names: Names) -> Names:
        """Return the counts with one more vote on the side of the casting votes if they are tied.

        Raises TooLong if the casting votes take too many steps.
        """
        against = as_number(names["against"]) + (as_number(names["unclear"]) if self.counts_unclear_against else 0)
        if self.casting is None or not names.get("proposal") or as_number(names["for"]) != against:
            return names
        lead = as_number(self.casting.value(run, names))
        side = "for" if lead > 0 else "against"
        return {**names, side: as_number(names[side]) + 1} if lead else names

    def is_popular(
        self,
        ctx: ReadContext,
        votes: Mapping[str, int],
        author: str,
        tell: Callable[[str], None] = lambda text: None,
        proposal: str = "",
        chosen: tuple[str, ...] = (),
    ) -> bool:
        """Return whether the votes are sufficient for the proposal to pass.

        `votes` holds the counts by name, such as "for". `proposal` is the code of the proposal, and `chosen` holds the
        options chosen if the class has a ballot. `tell` is called with further messages for the entry (R140). Raises
        TooLong if the condition takes too many steps.
        """
        hall = hall_apart(ctx)
        names: Names = {**names_about(author, proposal), **votes, "chosen": chosen}
        found = self.is_enough(hall.run(author, ""), names)
        for text in hall.remarks:
            tell(text)
        return found


def names_about(author: str, proposal: str) -> Names:
    """Return the values of `$me` (the author) and `$proposal` for the conditions of a class."""
    return {"me": (author,), "proposal": (proposal,) if proposal else ()}


def _asks_about(piece: Expression[Any], name: str) -> bool:
    return any(isinstance(node, Ref) and node.name == name for _, node in walk(piece))


def classes_of(law: Law) -> dict[str, ProposalClass]:
    """Return the classes of a law by name: the default class first, then the others in the order of the rules."""
    return law.once("classes of proposals", lambda: _made(law))


def _made(law: Law) -> dict[str, ProposalClass]:
    listed = sorted(clauses_of(law).classes.values(), key=lambda placed: not placed.clause.default)
    general = general_voting(law)
    return {placed.name: ProposalClass(placed, general) for placed in listed}


def general_voting(law: Law) -> Voters:
    """Return the law's default settings for voters, merged from its `voting` clauses."""
    stated = {name: placed.clause.votes.stated[name] for name, placed in general_settings(law).items()}
    return Voters().model_copy(update=stated)


def general_settings(law: Law) -> Mapping[str, Placed[VotingClause]]:
    """Return the clause that states each default setting for voters, by the setting's name.

    In an invalid draft, in which several clauses state a setting, the first one counts.
    """
    found: dict[str, Placed[VotingClause]] = {}
    for placed in clauses_of(law).by_kind.get(VotingClause.word, {}).get("", ()):
        found = {**dict.fromkeys(placed.clause.votes.stated, placed), **found}
    return found


def rule_stating(law: Law, setting: str) -> str:
    """Return the title of the rule that states a setting of voters for proposals of the default class, or ""."""
    default = next(iter(classes_of(law).values()), None)
    if default is not None and setting in default.clause.votes.stated:
        return default.placed.title
    return general_settings(law)[setting].title if setting in general_settings(law) else ""


def stated_already(law: Law, setting: str) -> str:
    """Return an error message if a rule of the law already states a setting of voters, otherwise ""."""
    title = rule_stating(law, setting)
    return title and already_says(title, setting)


def already_says(title: str, setting: str) -> str:
    """Return a message that the rule with this title already states a setting of voters."""
    return f"the rule “{title}” already says {SETTINGS[setting]}: change that instead"


def class_by_default(law: Law) -> str:
    """Return the name of the law's default class, which applies to proposals that do not name one."""
    return next(iter(classes_of(law)), "")


def closing_at(law: Law) -> dict[str, list[str]]:
    """Return the names of the classes for which an event ends the vote, by kind of event."""

    def make() -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, class_ in classes_of(law).items():
            if class_.lasts.until is not None:
                found.setdefault(class_.lasts.until, []).append(name)
        return found

    return law.once("classes by the events that end them", make)


class Scales:
    """The weights of votes in a context, computed once per class and player.

    If a `hall` is given, the steps are charged to it, otherwise to a separate budget.
    """

    def __init__(self, ctx: ReadContext, hall: ChargedWorld | None = None) -> None:
        self._run = (hall or hall_apart(ctx)).run("", "")
        self._weights: dict[tuple[str, str, str, str], int] = {}
        self._eligible: dict[tuple[str, str, str], int] = {}

    def weigh(self, class_: ProposalClass, author: str, voter: str, proposal: str = "") -> int:
        """Return the weight of a player's vote on an author's proposal, or 0 if the vote does not count.

        `proposal` is the code of the proposal. Raises TooLong if the weight takes too many steps.
        """
        key = (*self._key(class_, author, proposal), voter)
        if key not in self._weights:
            self._weights[key] = self._weight(class_, author, voter, proposal)
        return self._weights[key]

    def eligible(self, class_: ProposalClass, author: str, proposal: str = "") -> int:
        """Return the number of players whose vote on a proposal by `author` would count.

        `proposal` is the code of the proposal, or "". Raises TooLong if the weights take too many steps.
        """
        key = self._key(class_, author, proposal)
        if key not in self._eligible:
            players = self._run.world.players("players")
            self._eligible[key] = sum(self.weigh(class_, author, player, proposal) > 0 for player in players)
        return self._eligible[key]

    def _key(self, class_: ProposalClass, author: str, proposal: str) -> tuple[str, str, str]:
        return class_.name, author if class_.is_by_author else "", proposal if class_.is_by_proposal else ""

    def _weight(self, class_: ProposalClass, author: str, voter: str, proposal: str) -> int:
        names: Names = {"it": (voter,), **names_about(author, proposal)}
        if class_.whose_votes is not None and not class_.whose_votes.value(self._run, names):
            return 0
        return max(0, min(as_number(class_.weight.value(self._run, names)), MAX_WEIGHT))


def added_up(weights: Iterable[int]) -> int:
    """Return the sum of weights, clamped to the bounds of numbers in the language."""
    return kept_in_bounds(sum(weights))
