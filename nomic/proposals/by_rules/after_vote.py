"""Effects of a class after a vote, in a separate entry directly after the count or the enactment.

The class in the current law applies. If the law no longer has the class, nothing happens.
"""

from typing import Any, Literal

from nomic.clauses.events import ClauseFailed
from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.runtime.run_effects import do_in_hall
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.language import scopes
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Departed, Names
from nomic.players.lookup import current_players_among
from nomic.proposals.lookup import ProposalRef, find_proposal
from nomic.proposals.models import Proposal

FOLLOW = "follow-vote"
Outcome = Literal["passed", "failed"]


class FollowArgs(Args):
    """Arguments for performing the effects of a proposal's class after a vote: the proposal, and whether it passed."""

    proposal: ProposalRef
    outcome: Outcome


def has_aftermath(class_: ProposalClass | None, outcome: Outcome) -> bool:
    """Return whether a class has effects after this outcome."""
    return bool(_effect(class_, outcome))


def _effect(class_: ProposalClass | None, outcome: Outcome) -> list[dict[str, Any]]:
    if class_ is None:
        return []
    return class_.clause.then if outcome == "passed" else class_.clause.else_


def follow_vote(act: ActionContext, proposal: Proposal, outcome: Outcome) -> None:
    """Schedule the effects of the proposal's class after this outcome as the next entry, if there are any."""
    if has_aftermath(classes_of(act.law).get(proposal.class_name), outcome):
        deadlines.schedule(
            act.cycle,
            f"follow-up of {proposal.code}",
            at=act.at,
            rank=Rank.AT_ONCE,
            action=FOLLOW,
            args={"proposal": proposal.code, "outcome": outcome},
        )


def does_nothing(ctx: ReadContext, args: FollowArgs) -> bool:
    """Return whether the class, under the current law, has no effects after this outcome."""
    proposal = find_proposal(ctx, args.proposal)
    return not has_aftermath(classes_of(ctx.law).get(proposal.class_name), args.outcome)


def follow(act: ActionContext, args: FollowArgs) -> None:
    """Perform the effects of a class after a vote, on behalf of the class's rule.

    `$me` and `$author` are the author.
    """
    act.record_args(proposal=args.proposal)  # `note_failure` reads it
    proposal = find_proposal(act, args.proposal)
    class_ = classes_of(act.law).get(proposal.class_name)
    raw = _effect(class_, args.outcome)
    if class_ is None or not raw:
        act.message("The proposal's class no longer has an effect after the vote.")
        return
    effect = act.law.once(("aftermath", class_.name, args.outcome), lambda: read_effect(raw, scopes.AFTER_A_VOTE))
    plays = bool(current_players_among(act, [proposal.author]))
    me = proposal.author if plays else ""  # R5: a player who has left neither loses nor gains anything
    author = (me,) if me else Departed((), (proposal.author,))
    names: Names = {"me": author, "author": author, "proposal": (proposal.code,)}
    names["chosen"] = tuple(proposal.chosen)
    results = do_in_hall(act, class_.placed, effect, names, me).results()
    act.message(f"By the rule “{class_.placed.title}”{':' if results else ' nothing changes.'}")
    for sentence in results:
        act.message(sentence)


def note_failure(act: ActionContext, failed: ActFailed) -> None:
    """Emit ClauseFailed if the effects of a class after a vote failed, which notifies the Judge and the admins."""
    if act.action.name != FOLLOW:
        return
    class_ = classes_of(act.law).get(find_proposal(act, act.recorded["proposal"]).class_name)
    if class_ is not None:
        act.emit(ClauseFailed(rule=class_.placed.rule, clause=class_.name, times=1))


ACTIONS: tuple[Action, ...] = (
    Action(
        name=FOLLOW,
        channel="system",
        title="A class’s after-vote effect happens",
        summary_phrases=("what followed the vote on proposal {number}", "what followed {count} votes"),
        summary="The effect that a proposal’s class has after the vote happens.",
        rule="Proposals (R12)",
        args=FollowArgs,
        run=follow,
        is_noop=does_nothing,
    ),
)
