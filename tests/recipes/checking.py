"""Carries out the checks of recipes: what their files say that happens once the proposal is law."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from jsonpointer import resolve_pointer

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import PendingQuestion
from nomic.clauses.runtime.run_effects import evaluate_expression
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.store.values import stored_value
from nomic.cycles.domain.exceptions import Refused
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recipes.catalogue import Listed
from nomic.recipes.drafting import DraftedProposal, draft_from_recipe
from nomic.recipes.fill_template import fill
from tests.exoptosis.test_battles import choose_hand, move
from tests.support.hall import ADMIN, DAY, Hall

PLAYERS = ("ada", "bob", "eve")


def enrol(hall: Hall) -> None:
    """Let everybody be where proposals can be made: in the Ministry, only players on the roll make decrees."""
    if "The roll" in clauses_of(hall.cycle.law).values:
        hall.do(ADMIN, "correct-value", value="The roll", members=list(PLAYERS), reason="for the test")


def enact(hall: Hall, drafted: DraftedProposal) -> Proposal:
    """Submit a recipe's proposal, with its trial, and let everybody vote for it until it is law."""
    enrol(hall)
    made = {"title": drafted.title, "text": drafted.text, "effects": drafted.effects, "made_of": drafted.made_of}
    code = hall.propose("ada", *drafted.amendments, **made)
    hall.vote(code, **dict.fromkeys(PLAYERS, "for"))
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    enacted = Proposal.objects.get(cycle=hall.pk, code=code)
    assert enacted.status == ProposalStatus.ENACTED, (drafted.title, enacted.status)
    return enacted


class Check:
    """One check of a recipe, in a cycle in which its proposal was enacted with the check's answers and `more`."""

    def __init__(
        self, hall: Hall, listed: Listed, steps: list[dict[str, Any]], more: Mapping[str, str] | None = None
    ) -> None:
        self.hall = hall
        self.steps = list(steps)
        answers = self.steps.pop(0)["answers"] if "answers" in self.steps[0] else {}
        self.drafted = draft_from_recipe(listed, hall.cycle.law, {**(more or {}), **answers})
        self._noted: dict[tuple[str, str], int] = {}
        self._last = ""

    def carry_out(self) -> None:
        """Enact the proposal, and carry out every step."""
        enact(self.hall, self.drafted)
        for step in self.steps:
            self._step({key: fill(value, self.drafted.filling) for key, value in step.items()})

    def _step(self, step: dict[str, Any]) -> None:
        named = {key.replace("-", "_"): value for key, value in step.items()}
        for word in STEPS:
            if word in named:
                STEPS[word](self, named)
                return
        raise AssertionError(f"{step}: not a step")

    def give(self, step: Mapping[str, Any]) -> None:
        for player in [step["to"]] if "to" in step else PLAYERS:
            self.hall.grant(player, step["of"], step["give"])

    def give_card(self, step: Mapping[str, Any]) -> None:
        species = step["give_card"]
        if species == "any":
            cards = self.hall.cycle.law.document["cards"]
            species = next(name for name, card in cards.items() if not card.get("hooks"))
        self.hall.grant_card("ada", species, step.get("with", []))

    def note(self, step: Mapping[str, Any]) -> None:
        for player in PLAYERS:
            self._noted[player, step["note"]] = self.hall.has(player, step["note"])

    def changed(self, step: Mapping[str, Any]) -> None:
        item = step["of"]
        found = {player: self.hall.has(player, item) - self._noted[player, item] for player in step["changed"]}
        assert found == step["changed"], (step, found)

    def does(self, step: Mapping[str, Any]) -> None:
        self.hall.do(step["does"], self._action(step), **self._arguments(step))

    def _action(self, step: Mapping[str, Any]) -> str:
        """Return the name of the step's action, which the step gives as its name or as its title."""
        can = self.hall.can(step["does"])
        titles = {each.action.title: name for name, each in can.items()}
        return step["as"] if step["as"] in can else titles[step["as"]]

    def refused(self, step: Mapping[str, Any]) -> None:
        with pytest.raises(Refused):
            self.hall.do(step["refused"], step["as"], **self._arguments(step))

    def _arguments(self, step: Mapping[str, Any]) -> dict[str, Any]:
        given = dict(step.get("with", {}))
        return given | ({"proposal": self._last} if given.get("proposal") == "last" else {})

    def to(self, step: Mapping[str, Any]) -> None:
        now, ahead = self.hall.clock.now, step["to"]
        midnight = now.replace(hour=0, minute=0)
        if ahead == "day":
            self.hall.to(midnight + DAY)
        elif ahead in ("week", "week-eve"):
            week = midnight + (7 - now.weekday()) * DAY
            self.hall.to(week if ahead == "week" else week - timedelta(minutes=1))
        else:
            self.hall.to(now + timedelta(**ahead))

    def beats(self, step: Mapping[str, Any]) -> None:
        """Let a player win a duel, which the other one gives up, and go to the next phase."""
        winner, loser = step["beats"], step["of"]
        cards = self.hall.cycle.law.document["cards"]
        plain = [name for name, card in cards.items() if not card.get("hooks")][:6]
        for player in (winner, loser):
            for species in plain:
                self.hall.grant_card(player, species)
        entry = self.hall.do(winner, "request-duel", players=[loser])
        code = next(event["match"] for event in entry.events if event["kind"] == "duel-requested")
        self.hall.do(loser, "accept-duel", match=code)
        for player in (winner, loser):
            choose_hand(self.hall, player)
        move(self.hall, loser, kind="forfeit")
        self.hall.to(self.hall.cycle.phase_ends_at)

    def proposes(self, step: Mapping[str, Any]) -> None:
        enrol(self.hall)
        rule = {"title": "Pause", "body": "Rest.", "place": 9_999, "parent": None}
        change = {"op": "add", "path": "/rules/pause", "value": rule}
        more = {"class": step["as"]} if "as" in step else {}
        self._last = self.hall.propose(step["proposes"], change, **more)

    def votes(self, step: Mapping[str, Any]) -> None:
        cast = dict.fromkeys(step["votes"], "for") | dict.fromkeys(step.get("against", ()), "against")
        self.hall.vote(self._last, **cast)
        self.hall.to(Proposal.objects.get(cycle=self.hall.pk, code=self._last).ends_at)
        assert Proposal.objects.get(cycle=self.hall.pk, code=self._last).status == step["is"]

    def enacted(self, step: Mapping[str, Any]) -> None:
        self.proposes({"proposes": step["enacted"]})
        self.votes({"votes": PLAYERS, "is": ProposalStatus.ENACTED})

    def value(self, step: Mapping[str, Any]) -> None:
        held = stored_value(self.hall.read_context("ada"), step["value"], step.get("for", ""))
        found = list(held) if isinstance(held, tuple) else held
        assert found == step["is"], (step, found)

    def holds(self, step: Mapping[str, Any]) -> None:
        assert stored_value(self.hall.read_context("ada"), step["of"], "") == (step["holds"],)

    def counts(self, step: Mapping[str, Any]) -> None:
        ctx = self.hall.read_context("ada")
        found = evaluate_expression(ctx, {"count": step["counts"]}, "ada", hall_seen(ctx))
        assert found == step["is"], (step, found)

    def winner(self, step: Mapping[str, Any]) -> None:
        assert self.hall.cycle.winner == step["winner"]

    def law(self, step: Mapping[str, Any]) -> None:
        assert resolve_pointer(self.hall.cycle.law.document, step["law"]) == step["is"]

    def asked(self, step: Mapping[str, Any]) -> None:
        assert PendingQuestion.objects.filter(cycle=self.hall.pk).exists()


STEPS: dict[str, Callable[[Check, Mapping[str, Any]], None]] = {
    name: getattr(Check, name)
    for name in (
        *("give_card", "give", "note", "changed", "does", "refused", "proposes", "votes", "enacted", "value", "holds"),
        *("counts", "winner", "law", "asked", "beats", "to"),
    )
}
