"""The end of a cycle: its winners, and the rule or the reason by which they won. Read from the journal."""

from dataclasses import dataclass

from nomic.cycles.models import Cycle, Entry
from nomic.law.rules.tree import rules_of
from nomic.players.models import Player


@dataclass(frozen=True, slots=True)
class End:
    """The end of a cycle. `rule` and `rule_at` are the title and id of the rule by which somebody won.

    `rule` is empty if an admin ended the cycle, and `rule_at` if the ruleset no longer has the rule. `reason` is what
    the journal gives. `entry` is the entry that ended the cycle, or None if a correction took it away.
    """

    winners: tuple[str, ...]
    rule: str
    rule_at: str
    reason: str
    entry: Entry | None


def end_of(cycle: Cycle) -> End:
    """Return how an ended cycle ended. Sends two queries."""
    entry = Entry.objects.filter(cycle=cycle, action="end-cycle").order_by("-seq").first()
    rule = next((str(event.get("rule", "")) for event in _events(entry) if event.get("kind") == "cycle-ended"), "")
    known = Player.objects.filter(cycle=cycle, name=cycle.winner).values_list("name", flat=True)
    return End(
        winners=tuple(winners_of(cycle.winner, *known)),
        rule=rule,
        rule_at={each.title: at for at, each in rules_of(cycle.law).items()}.get(rule, ""),
        reason="" if entry is None else str(entry.args.get("reason", "")),
        entry=entry,
    )


def _events(entry: Entry | None) -> list[dict[str, object]]:
    return [] if entry is None else entry.events


def winners_of(winner: str, *known: str) -> list[str]:
    """Return the names in a cycle's winner field, which lists several as "Ada, Ben and Cleo".

    A name that itself contains “and” is recognised only as the sole winner, if it is among `known`.
    """
    if not winner or winner in known:
        return [winner] if winner else []
    return [name for part in winner.split(", ") for name in part.removeprefix("and ").split(" and ")]
