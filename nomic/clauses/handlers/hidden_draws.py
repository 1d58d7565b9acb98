"""Publishes secret draws, once all values that they determined are public.

Draws are published only if all secret values that their effect reads or changes are revealed to everybody, and no
effect that may change one of them has run between the draw and the reveal. Otherwise they stay secret forever.
"""

from collections.abc import Iterable

from nomic.chance.verifiable_draws import proof_of_secret_draws
from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import HiddenDraws
from nomic.clauses.runtime.draw_secrecy import MAY_CHANGE
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.store.values import THE_CYCLE, changes_so_far, stored_values
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.events import DrawsOpened
from nomic.cycles.journal.append import secret_draws
from nomic.cycles.models import Entry
from nomic.players.events import Left


def update_hidden_draws(act: ActionContext) -> None:
    """Publish the draws that this act makes public, and store the act's own draws if they stay secret."""
    changes, own, left = changes_so_far(act), _own(act), bool(act.emitted(Left))
    touched = set(act.known(MAY_CHANGE) or ()) | (changes.secrets_touched if changes is not None else set())
    if left or touched:
        _give_up(act, None if left else touched)
    if changes is not None and changes.revealed and _may_open(act):
        for row in HiddenDraws.objects.filter(cycle=act.cycle).order_by("pk"):
            if _are_revealed(act, row.names):
                _open(act, row)
                row.delete()
    if own is None:
        return
    if _may_open(act) and _are_revealed(act, own.names):
        _open(act, own)
    else:
        act.when_saved(lambda entry: _keep(own, entry), needs_row=False)


def _own(act: ActionContext) -> HiddenDraws | None:
    """Return the row for the secret draws of this act, or None if they can never be published.

    There is a row even without draws, because whether there are any is as secret as the draws.
    """
    if act.hidden is None or act.stays_hidden:
        return None
    return HiddenDraws(entry_key=act.key, names=sorted(act.hidden), draws=secret_draws(act))


def _keep(own: HiddenDraws, entry: Entry) -> None:
    own.cycle = entry.cycle
    own.save(force_insert=True)


def _give_up(act: ActionContext, names: set[str] | None) -> None:
    """Delete earlier draws that depend on one of these values, so that they are never published.

    With None, delete all of them.
    """
    for row in HiddenDraws.objects.filter(cycle=act.cycle):
        if names is None or not names.isdisjoint(row.names):
            row.delete()


def _may_open(act: ActionContext) -> bool:
    """Return whether an act may publish draws.

    In a replay it may if it did so originally; new acts of a fork never may.
    """
    if act.recorded_kinds is not None:
        return DrawsOpened.kind() in act.recorded_kinds
    return act.cycle.fork_of_id is None


def _are_revealed(act: ActionContext, names: Iterable[str]) -> bool:
    return all(_is_revealed(act, name) for name in names)


def _is_revealed(act: ActionContext, name: str) -> bool:
    """Return whether a secret value is revealed to everybody for all holders.

    A value with keys never counts as revealed.
    """
    placed = clauses_of(act.law).values.get(name)
    if placed is None or not placed.clause.is_secret or placed.clause.by is not None:
        return False
    holders = hall_seen(act).players("players") if placed.clause.of == "player" else (THE_CYCLE,)
    return stored_values(act, name).revealed.issuperset((holder, "") for holder in holders)


def _open(act: ActionContext, row: HiddenDraws) -> None:
    proof = proof_of_secret_draws(act.cycle.own_seed, row.entry_key)
    act.emit(DrawsOpened(entry=row.entry_key, proof=proof, draws=row.draws))
