"""The methods of the `World` outside of matches that concern proposals and the end of the cycle."""

from abc import abstractmethod

from nomic.clauses.code_labels import labels_of
from nomic.clauses.proposal_interface import ChargedWorld, proposal_source
from nomic.cycles.actions.context import ActionContext
from nomic.effects.language.operations.governance.proposals import MAX_LISTED
from nomic.effects.language.world import Members, Players, Runner, Value

DECLARED = "winners by an effect"


class ProposalsSeen(ChargedWorld):
    """The part of a `World` outside of matches that reads proposals."""

    def proposals(self, state: str) -> Members:
        found = proposal_source().listed(self.ctx, state)
        self.spend(len(found) + 1)
        if len(found) >= MAX_LISTED:
            self.remark(f"Of the proposals that a rule asks about, only the newest {MAX_LISTED} count.")
        return found

    def about_proposal(self, code: str, part: str) -> Value:
        self.spend(1)
        return proposal_source().part(self, code, part)

    def changes_law(self, code: str, rule: str, place: str) -> bool:
        self.spend(1)
        return proposal_source().changes(self, code, rule, place)

    def said(self, member: int | str) -> str:
        return labels_of(self.ctx.cycle, (member,)).get(str(member), str(member))


class ProposalsChanged(ProposalsSeen):
    """The part of a `World` outside of matches that ends proposals, or the cycle."""

    act: ActionContext
    announced: list[str]  # sentences for the entry
    changes: int

    @abstractmethod
    def spend_change(self) -> None:
        """Charge the steps of one change to the budget. Raises TooLong if too few are left."""

    def close_proposal(self, code: str, how: str, run: Runner) -> None:
        self.spend_change()
        changed, sentence = proposal_source().close(self.act, code, how, run.me or _actor(self.act), run.label)
        self.announced.append(sentence)
        self.changes += changed

    def win(self, players: Players, run: Runner) -> None:
        self.spend_change()
        self.act.recall(DECLARED, lambda: (players, run.label))  # the first winners named count
        self.changes += 1


def _actor(act: ActionContext) -> str:
    return "" if act.actor.is_system else act.actor.name
