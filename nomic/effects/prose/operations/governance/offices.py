"""English descriptions of operations on offices of the cycle, and of elections."""

from nomic.effects.language.nodes.base import Expression
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.governance.electing import Elect
from nomic.effects.language.operations.governance.offices import Appoint, Vacate
from nomic.effects.language.operations.values import NamesIn, PlayersIn
from nomic.effects.language.world import Members
from nomic.effects.prose.context import Context, clause, noun, number
from nomic.effects.prose.english_grammar import with_the
from nomic.effects.prose.ties import ties_in_words

COUNTED = {
    "plurality": "by plurality: the first choice of each ballot counts",
    "approval": "by approval: every choice on a ballot counts",
    "ranked": "by instant run-off: the choice with the fewest votes drops out, round by round, until one has more "
    "than half",
    "transferable": "by single transferable vote: votes that a choice does not need or cannot use move on to the next",
    "borda": "by Borda count: a first choice gets a point for each choice there is, each later one a point less",
}


@clause.register
def describe_appoint(step: Appoint, context: Context) -> str:
    return f"{noun(step.appoint, context).does('become')} the {step.office}"


@clause.register
def describe_vacate(step: Vacate, context: Context) -> str:
    return f"the office of {step.vacate} becomes vacant"


@clause.register
def describe_elect(step: Elect, context: Context) -> str:
    inside = context.looking_at(step.as_, "player")
    seats = "one" if step.seats is None else number(step.seats, context)
    among = noun(step.among, context)
    choices = among.some_of or with_the(among.many)
    elected = f"{noun(step.by, context).does('elect')} {seats} of {choices}"
    parts = [f"each ballot is {_ballot(step.ballots, step.as_, inside)}"]
    if step.against is not None:
        against = _ballot(step.against, step.as_, inside)
        parts.append(f"a choice needs more votes for it than against it (in {against}) to be elected")
    if step.weight is not None:
        parts.append(f"each ballot counts {number(step.weight, inside)} times")
    parts.append(ties_in_election(step.ties))
    if step.record is not None:
        parts.append(f"{step.record} becomes the record of the rounds")
    return f"{elected}, {COUNTED[step.counted]} ({'; '.join(parts)})"


def _ballot(part: Expression[Members], voter: str, context: Context) -> str:
    """Return the noun for a voter's ballot: "their Ballot" if a value of the voter holds it."""
    if isinstance(part, PlayersIn | NamesIn) and isinstance(part.of, Ref) and part.of.name == voter:
        return f"their {part.value_read()}"
    return noun(part, context).whole


def ties_in_election(ties: str) -> str:
    """Describe how ties in an election are broken. "Earliest" refers to the order of the choices."""
    return "of those that tie, the first on the list wins" if ties == "earliest" else ties_in_words(ties, "names")
