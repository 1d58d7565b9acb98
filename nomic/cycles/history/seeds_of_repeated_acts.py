"""The seeds of the draws of an act that is performed again (R142).

An act keeps the dice that it had: a draw with the same label, index and sides uses the same seed as before. The seed
may be public by now, so that anybody can compute what else the act would draw from it. Any draw that the act had not
made before therefore uses the seed of the rewrite, unless the seed of its phase is still secret.
"""

from collections.abc import Callable
from dataclasses import dataclass

from nomic.chance.draw_scheme import Drawn
from nomic.chance.draw_source import DrawId, SeedOfADraw
from nomic.cycles.actions.context import ActionContext, SeedsOfAnAct
from nomic.cycles.domain.events import MoreDice, OwnDice
from nomic.cycles.history.reseed import commitments_seen, seed_at
from nomic.cycles.models import Entry, ForkSeed, PhaseSeed


@dataclass
class Spare:
    """Replacement seed for draws whose own seed may be public, and whether it was used.

    Nobody can choose this seed (`nomic/chance/seeds.py`).
    """

    seed: str
    is_used: bool = False

    def of(self, original: Entry | None = None) -> Callable[[ActionContext], SeedsOfAnAct]:
        """Return a function that returns the seeds of an act in a fork.

        `original` is the act's earlier entry, if it had one.
        """
        return lambda act: self._find(act, original)

    def _find(self, act: ActionContext, original: Entry | None) -> SeedsOfAnAct:
        others = {} if original is None else _other_seeds(original)
        now = seed_at(act.cycle, act.phase, act.cycle.seq + 1)
        if original is not None and original.draws and (act.seed or _is_seed_of(original, now)):
            known = {_id_of(drawn) for drawn in original.draws}
            return act.seed, lambda draw: others.get(draw, "") if draw in known else self._of_new_draw(act, now)
        return self._of_new_draw(act, now), _seed_of_draw(others)

    def _of_new_draw(self, act: ActionContext, now: PhaseSeed | None) -> str:
        """Return the seed of a draw that was not made before, or "" for the seed of the phase.

        If an act has a seed of its own, it is from an earlier rewrite and therefore public.
        """
        parent = act.cycle.fork_of
        if not act.seed and (
            parent is None or now is None or now.commitment not in commitments_seen(parent, [act.phase])
        ):
            return ""
        self.is_used = True
        return self.seed


def recorded_seeds(entry: Entry) -> Callable[[ActionContext], SeedsOfAnAct] | None:
    """Return a function that returns the recorded seeds of the entry's draws, or None if all draws used one seed."""
    others = _other_seeds(entry)
    return (lambda act: (act.seed, _seed_of_draw(others))) if others else None


def own_seed(entry: Entry) -> str:
    """Return the seed of the fork that added an entry, if the entry drew from that seed, otherwise ""."""
    for event in OwnDice.among(entry.events):
        return _fork_seed(event.commitment)
    return ""


def _other_seeds(entry: Entry) -> dict[DrawId, str]:
    """Return the draws of an entry that used another seed than its other draws, with their seeds."""
    seeds = {}
    for more in MoreDice.among(entry.events):
        seed = _fork_seed(more.commitment)
        seeds.update({_id_of(entry.draws[place]): seed for place in more.draws})
    return seeds


def _fork_seed(commitment: str) -> str:
    return ForkSeed.objects.filter(commitment=commitment).values_list("seed", flat=True)[0]


def _seed_of_draw(others: dict[DrawId, str]) -> SeedOfADraw | None:
    return (lambda draw: others.get(draw, "")) if others else None


def _id_of(drawn: Drawn) -> DrawId:
    return drawn.label, drawn.index, drawn.sides


def _is_seed_of(original: Entry, now: PhaseSeed | None) -> bool:
    """Return whether the phase draws from the seed by which it drew at the original entry."""
    then = seed_at(original.cycle, original.phase, original.seq)
    return then is not None and now is not None and then.commitment == now.commitment
