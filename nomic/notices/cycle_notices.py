"""Notices to all players about a cycle as a whole: a change is proposed, a phase is over, and it has ended."""

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import CycleEnded, PhaseBegan
from nomic.cycles.schedule.phase_names import phase_name_before
from nomic.notices.kinds import ENDED, PROPOSED, RECAP
from nomic.notices.notify import notify
from nomic.players.models import Player
from nomic.proposals.events import ProposalSubmitted


def notify_of_end(act: ActionContext, ended: CycleEnded) -> None:
    """Notify all players that their cycle has ended, with a link to its story. Forks send no notices."""
    result = f"{ended.winner} won" if ended.winner else "nobody won"
    _notify_players(act, ENDED.name, f"{act.cycle.title} has ended: {result}.", "story/")


def notify_of_recap(act: ActionContext, began: PhaseBegan) -> None:
    """Notify all players that a phase is over, with a link to its recap.

    Practice cycles send none, because their owner moves the clock. Forks send no notices.
    """
    if began.phase > 0 and not act.cycle.practice:
        over = began.phase - 1
        name = phase_name_before(act.cycle, act.at)
        text = f"{act.cycle.title}: {name}, is over. Read who led, what was decided and the play of the phase."
        _notify_players(act, RECAP.name, text, f"recaps/{over}/")


def notify_of_proposal(act: ActionContext, submitted: ProposalSubmitted) -> None:
    """Notify all players except the author that a change is proposed. Forks send no notices."""
    who, title = act.actor.name or "Somebody", submitted.title
    text = f"{who} proposes a change to the rules: {title} (proposal {submitted.number})."
    _notify_players(act, PROPOSED.name, text, f"proposals/{submitted.number}/", but=act.actor.name)


def _notify_players(act: ActionContext, kind: str, text: str, page: str, but: str = "") -> None:
    if act.cycle.fork_of_id is None:
        playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(person=None).exclude(name=but)
        notify(act, list(playing.values_list("name", flat=True)), kind, text, f"/c/{act.cycle.slug}/{page}")
