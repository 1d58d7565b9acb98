"""Made-up votes among several choices, with their counts, and the words of examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nomic.ballots.ballot import Ballot, ChoiceNouns, Choices
from nomic.ballots.counting_rules import count
from nomic.clauses.runtime.world.recording_world import names_in_words

BY_LOT = "If a random draw decides, this example assumes that the first one is drawn."


@dataclass(frozen=True, slots=True)
class SampleCount:
    """A made-up vote as text, the rounds of its count, and the winners."""

    votes: str
    rounds: tuple[str, ...]
    winners: Choices


def count_samples(
    choices: Choices,
    voters: Sequence[str],
    rule: str,
    seats: int,
    ties: str,
    wording: ChoiceNouns,
    weights: dict[str, int] | None = None,
) -> Iterator[SampleCount]:
    """Yield two sample votes with their counts: two thirds for the first choice, then about half.

    The other voters choose the second choice. If the counting rule takes several choices per ballot, the remaining ones
    follow in their order.
    """
    number, one = len(voters), rule == "plurality"
    orders = [choices, (*choices[1:2], *choices[:1], *choices[2:])]
    for first in dict.fromkeys((number - number // 3, (number + 1) // 2)):
        ballots = [
            Ballot(_marked(orders[place >= first], rule, seats), weight=1 if weights is None else weights[voter])
            for place, voter in enumerate(voters)
        ]
        found = count(rule, choices, ballots, seats, ties, lambda tied, places: tied[:places], wording)
        rest = number - first
        verb = "choose" if one or rule == "approval" else "put"
        place = "" if verb == "choose" else " first"
        text = f"{first} {verb if first > 1 else verb + 's'} {choices[0]}{place}"
        text += f", {rest} {choices[1]}" if rest else ""
        yield SampleCount(text, found.record, found.winners)


def _marked(order: Choices, rule: str, seats: int) -> Choices:
    """Return a made-up ballot: all choices if they are ranked, otherwise as many as the counting rule allows."""
    if rule == "plurality":
        return order[:1]
    return order[:seats] if rule == "approval" else order


def named(players: Sequence[str], nobody: str = "Nobody") -> str:
    return names_in_words([*players]) if players else nobody


def verb(players: Sequence[str], one: str, many: str) -> str:
    return many if len(players) > 1 else one


def lot_note(ties: str) -> tuple[str, ...]:
    return (BY_LOT,) if ties == "lot" else ()
