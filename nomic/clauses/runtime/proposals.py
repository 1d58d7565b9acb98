"""The part of the `World` outside of matches that is about proposals and about the end of the cycle."""

from typing import TYPE_CHECKING, cast

from nomic.clauses.proposal_source import labels_of, proposal_source
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.effects.language.operations.proposals import MAX_LISTED
from nomic.effects.language.world import Members, Players, Runner, Value

if TYPE_CHECKING:
    from nomic.clauses.runtime.world import Hall, HallSeen

DECLARED = "winners by an effect"


class ProposalsSeen:
    """Reads proposals. The steps that this takes are counted by the world."""

    moment: ReadContext

    def proposals(self, state: str) -> Members:
        found = proposal_source().listed(self.moment, state)
        self._hall.spend(len(found) + 1)
        if len(found) >= MAX_LISTED:
            self._hall.remark(f"Of the proposals that a rule asks about, only the newest {MAX_LISTED} count.")
        return found

    def about_proposal(self, code: str, part: str) -> Value:
        self._hall.spend(1)
        return proposal_source().part(self._hall, code, part)

    def changes_law(self, code: str, rule: str, place: str) -> bool:
        self._hall.spend(1)
        return proposal_source().changes(self._hall, code, rule, place)

    def said(self, member: int | str) -> str:
        return labels_of(self.moment.cycle, (member,)).get(str(member), str(member))

    @property
    def _hall(self) -> "HallSeen":
        return cast("HallSeen", self)


class ProposalsChanged(ProposalsSeen):
    """Ends proposals, and the cycle."""

    act: ActionContext

    def close_proposal(self, code: str, how: str, run: Runner) -> None:
        hall = cast("Hall", self)
        hall.spend_change()
        changed, sentence = proposal_source().close(self.act, code, how, run.me or _actor(self.act), run.label)
        hall.announced.append(sentence)
        hall.changes += changed

    def win(self, players: Players, run: Runner) -> None:
        hall = cast("Hall", self)
        hall.spend_change()
        self.act.recall(DECLARED, lambda: (players, run.label))  # the first that a rule names
        hall.changes += 1


def _actor(act: ActionContext) -> str:
    return "" if act.actor.is_system else act.actor.name
