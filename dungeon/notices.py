"""Notices to players about a period's outcome: loot, an escape, or being caught."""

from collections.abc import Sequence

from nomic.cycles.actions.context import ActionContext
from nomic.matches.contract.game import Event
from nomic.matches.models import Match
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.notify import notify_each

OUTCOME = NoticeKind("dungeon-outcome", "A period of Dungeon has ended for you", Heading.GAMES, is_seen_alone=True)
TOLD = ("looted", "escaped", "caught")


def notify_of_outcomes(act: ActionContext, match: Match, events: Sequence[Event]) -> None:
    """Send each affected player one notice about the period. Ordinary steps are not reported."""
    outcomes: dict[str, list[str]] = {}
    for event in events:
        if event.kind in TOLD:
            outcomes.setdefault(str(event.facts["player"]), []).append(event.text)
    texts = {player: f"{match.title}: {' '.join(said)}" for player, said in outcomes.items()}
    notify_each(act, texts, OUTCOME.name, f"/c/{act.cycle.slug}/matches/{match.code}/")
