"""The first grant (R7)."""

from nomic.cycles.moment import Act
from nomic.inventory.law import StartingGrant, named
from nomic.inventory.ledger import ledger_of


def grant_on_reputation(act: Act) -> None:
    """R7: on becoming reputable for the first time in a cycle, by the phase number of that instant (R3)."""
    for event in act.events:
        if event["kind"] != "became-reputable" or not event["first"]:
            continue
        grant = act.law.section_or_none("starting_grant", StartingGrant)
        if grant is None:
            continue
        steps = -(-act.cycle.phase // grant.phases_per_step)
        amount = grant.base + grant.per_step * steps
        ledger_of(act).grant(event["player"], grant.item, amount)
        act.says(f"{event['player']} is granted {named(act.law, grant.item, amount)}.")
