"""Worked examples of an office: who holds it, and who could get it by election, lot, price or from its holder."""

from collections.abc import Iterator
from dataclasses import dataclass

from nomic.ballots.ballot import PEOPLE, listed
from nomic.clauses.computed_examples.sample_votes import count_samples, lot_note, named, verb
from nomic.clauses.offices.schema import Election, Lot, OfficeClause
from nomic.clauses.runtime.amounts import check_can_pay, price_now
from nomic.clauses.runtime.run_effects import condition_holds
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.trial_interface import Case, Cases, Trial
from nomic.clauses.vocabulary.player_facts import fact
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition

MAX_CANDIDATES = 3  # of a supposed election


def cases_of_office(trial: Trial, placed: Placed[OfficeClause]) -> Cases:
    """Return the current holder of an office, and who could get it in each way of filling it, with remarks."""
    clause, act = placed.clause, trial.act()
    players = list(hall_seen(act).players("players"))
    holders = [player for player in players if fact(act, "office", player, clause.office)]
    filling, ways = _Filling(act, players, clause.seats), clause.filled_by
    cases = [Case("Now", (f"{named(holders)} {verb(holders, 'holds', 'hold')} it.",))]
    notes: tuple[str, ...] = ()
    if ways.election is not None:
        elections = [*filling.by_election(ways.election)]
        cases += elections
        notes = lot_note(ways.election.ties) if len(elections) > 1 else ()
    if ways.lot is not None:
        cases.append(filling.by_lot(ways.lot))
    if ways.price:
        cases.append(_by_price(trial, placed, is_held=bool(holders)))
    if ways.handed_over:
        by = named(holders, "Nobody holds it, so nobody")
        cases.append(Case("Handed over", (f"{by} can hand it to any other player.",)))
    return tuple(cases), notes


@dataclass(frozen=True, slots=True)
class _Filling:
    """An office's seats, and the current players who could fill them."""

    act: ActionContext
    players: list[str]
    seats: int

    def by_election(self, election: Election) -> Iterator[Case]:
        """Yield who can stand and vote, then sample elections if there are candidates and voters."""
        stand = self._fulfil(election.stand, "me", scopes.WHO_ACTS)
        voters = self._fulfil(election.votes, "it", scopes.WHO_WINS)
        yield Case("By election", (f"{named(stand)} can stand.", f"The votes of {named(voters, 'nobody')} count."))
        who = tuple(stand[: max(MAX_CANDIDATES, self.seats + 1)])
        if len(who) < 2 or not voters:
            return
        for each in count_samples(who, voters, election.counted, self.seats, election.ties, PEOPLE):
            yield Case("For example", (f"Suppose {listed(who)} stand, and {each.votes}.", *each.rounds))

    def by_lot(self, lot: Lot) -> Case:
        """Return the case of a lot: the player who would be drawn, or the candidates."""
        among = self._fulfil(lot.among, "it", scopes.WHO_WINS)
        if len(among) <= self.seats:
            return Case("By lot", (f"{named(among)} would be drawn.",))
        return Case("By lot", (f"{self.seats} of {names_in_words(among)} would be drawn.",))

    def _fulfil(self, raw: ConditionJson | None, name: str, scope: Scope) -> list[str]:
        """Return the players for whom a condition is true, or all players without a condition."""
        if raw is None:
            return self.players
        condition = read_condition(raw, scope)
        return [
            player
            for player in self.players
            if condition_holds(self.act, condition, {name: (player,)}, player if name == "me" else "")
        ]


def _by_price(trial: Trial, placed: Placed[OfficeClause], *, is_held: bool) -> Case:
    able = [player for player in trial.players if _can_pay(trial, placed, player)]
    when = "once it is vacant" if is_held else "now"
    return Case("For its price", (f"{named(able)} can pay the price {when}.",))


def _can_pay(trial: Trial, placed: Placed[OfficeClause], player: str) -> bool:
    act = trial.act(actor=Actor(player))
    price = price_now(act, placed.clause.filled_by.price, {"me": (player,)}, scopes.WHO_ACTS)
    try:
        check_can_pay(act, price, placed.title)
    except Refused:
        return False
    return True
