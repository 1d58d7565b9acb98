"""The first grant (R7)."""

from nomic.cycles.moment import Act
from nomic.inventory.law import StartingGrant, named
from nomic.inventory.ledger import ledger_of
from nomic.players.events import BecameReputable


def grant_on_reputation(act: Act, became: BecameReputable) -> None:
    """R7: on becoming reputable for the first time in a cycle, by the phase number of that instant (R3)."""
    grant = act.law.section_or_none("starting_grant", StartingGrant)
    if grant is None or not became.first:
        return
    steps = -(-act.cycle.phase // grant.phases_per_step)
    amount = grant.base + grant.per_step * steps
    ledger_of(act).grant(became.player, grant.item, amount)
    act.says(f"{became.player} is granted {named(act.law, grant.item, amount)}.")
