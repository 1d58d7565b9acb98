"""One-time effects of a proposal, run in the entry after its enactment, on behalf of the proposal.

They are written in the effect language, like clauses; `$me` is the proposal's author, and `$proposal` the proposal
with its votes. Before it is submitted nobody has voted on it. If they fail, the proposal stays
enacted, the entry remains with the reason, and the proposal shows the failure.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from nomic.clauses.clause_index import vocabulary_of
from nomic.clauses.runtime.pending_questions import StoredOrigin, source_of_proposal
from nomic.clauses.runtime.run_effects import do_in_hall
from nomic.clauses.trial_run import failure_when_tried
from nomic.clauses.worked_examples import Example, example_of_effect
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.domain.events import ActFailed
from nomic.cycles.domain.exceptions import BadArguments, FieldError, Refused
from nomic.cycles.schedule import deadlines
from nomic.cycles.schedule.deadlines import Rank
from nomic.effects.checking.effects_in_sections import effect_flaws
from nomic.effects.language import scopes
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.parser import read_effect
from nomic.effects.language.world import Names
from nomic.effects.prose.context import NameMeaning
from nomic.effects.prose.describe import effect_in_words
from nomic.effects.prose.english_grammar import definite
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Flaw, Law
from nomic.players.models import Player
from nomic.proposals.events import ProposalDidNothing
from nomic.proposals.lookup import ProposalRef, find_proposal
from nomic.proposals.models import Proposal

CARRY_OUT = "carry-out-proposal"
Effects = Annotated[
    list[dict[str, Any]],
    Field(max_length=100, description="its one-time effect when enacted, in the effect language"),
]
PROPOSER: Mapping[str, NameMeaning] = {
    "me": NameMeaning("player", noun=definite("the player who proposed it")),
    "proposal": NameMeaning("proposal", noun=definite("this proposal")),
}


class CarryOutArgs(Args):
    """Arguments for running one-time effects: the enacted proposal that has them."""

    proposal: ProposalRef


def one_time_flaws(law: Law, raw: list[dict[str, Any]]) -> Iterator[Flaw]:
    """Yield the flaws of a proposal's one-time effects under this law."""
    yield from effect_flaws("", raw, scopes.PASSES, vocabulary_of(law), "hall")


def check(law: Law, raw: list[dict[str, Any]]) -> None:
    """Raise BadArguments, with the place, if a proposal's effects are invalid.

    `law` is the law to which the proposal leads.
    """
    wrong = [FieldError(f"effects{flaw.path}", flaw.detail) for flaw in one_time_flaws(law, raw)]
    if wrong:
        raise BadArguments(wrong)


def try_out(ctx: ReadContext, law: Law, raw: list[dict[str, Any]]) -> None:
    """Run a proposal's one-time effects under this law in a trial of the context's cycle.

    Raises BadArguments if they are invalid or fail.
    """
    if not raw:
        return
    check(law, raw)
    effect, me = read_effect(raw, scopes.PASSES), ctx.actor.name
    source = StoredOrigin("proposal", "", "A proposal")
    failed = failure_when_tried(ctx, law, source, effect, {"me": (me,), "proposal": ()}, me)
    if failed:
        raise BadArguments.on("effects", f"tried out in this cycle, this fails: {failed}")


def example(ctx: ReadContext, law: Law, raw: list[dict[str, Any]]) -> Example | None:
    """Return the worked example of valid effects under the proposal's law, or None if there are none."""
    if not raw:
        return None
    effect, me = read_effect(raw, scopes.PASSES), ctx.actor.name
    source = StoredOrigin("proposal", "", "A proposal")
    return example_of_effect(ctx, law, source, effect, {"me": (me,), "proposal": ()}, "If this passes now:")


def one_time_effects_in_words(law: Law, raw: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return a proposal's one-time effects as sentences. Empty if they are invalid."""
    try:
        return tuple(effect_in_words(read_effect(raw, scopes.PASSES), wording_of(law), PROPOSER)) if raw else ()
    except EffectFlaw:
        return ()


# ── execution


def follow_enactment(act: ActionContext, proposal: Proposal) -> None:
    """Schedule the one-time effects of a proposal that was just enacted as the next entry, if it has any."""
    if proposal.effects:
        deadlines.schedule(
            act.cycle,
            f"effects of {proposal.code}",
            at=act.at,
            rank=Rank.AT_ONCE,
            action=CARRY_OUT,
            args={"proposal": proposal.code},
        )


def carry_out(act: ActionContext, args: CarryOutArgs) -> None:
    """Run the effects of an enacted proposal. Raises Refused if they are invalid in the current law."""
    proposal = find_proposal(act, args.proposal)
    act.record_args(proposal=proposal.code)
    title = f"proposal {proposal.number}, {proposal.title}"
    wrong = next(one_time_flaws(act.law, proposal.effects), None)
    if wrong is not None:
        raise Refused("not-in-this-law", f"At {wrong.path or '/'} of what it does: {wrong.detail}.", "Proposals (R13)")
    effect = read_effect(proposal.effects, scopes.PASSES)
    plays = Player.objects.filter(cycle=act.cycle, name=proposal.author, left_at=None).exists()
    me = proposal.author if plays else ""  # R5: a player who has left neither loses nor gains anything
    names: Names = {"me": (me,) if me else (), "proposal": (proposal.code,)}
    source = source_of_proposal(proposal.code, title)
    results = do_in_hall(act, source, effect, names, me).results()
    act.message(f"By {title}{':' if results else ', nothing changes.'}")
    for sentence in results:
        act.message(sentence)
    if proposal.effects_failed:  # it failed by a bug that has been fixed
        proposal.effects_failed = ""
        proposal.save(update_fields=["effects_failed"])


def note_failure(act: ActionContext, failed: ActFailed) -> None:
    """Store a failure of the effects on the proposal, where the Judge and the admins see it."""
    if act.action.name != CARRY_OUT:
        return
    proposal = find_proposal(act, act.recorded.get("proposal", ""))
    proposal.effects_failed = failed.reason[:500]
    proposal.save(update_fields=["effects_failed"])
    act.emit(ProposalDidNothing(proposal=proposal.code, number=proposal.number))


ACTIONS = (
    Action(
        name=CARRY_OUT,
        channel="system",
        title="A proposal's one-time effect happens",
        summary_phrases=("proposal {number} carried out", "{count} proposals carried out"),
        summary="The one-time effect of an enacted proposal happens.",
        rule="Proposals (R12)",
        args=CarryOutArgs,
        run=carry_out,
    ),
)
