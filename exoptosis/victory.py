"""Victory (R56) in laws from before it was told in clauses: their journals are replayed by this.

What is told in clauses instead is `exoptosis/older_victory.py`; nothing here acts where the law has no such section.
"""

from exoptosis.law import Victory
from nomic.cycles.events import LawChanged
from nomic.cycles.moment import Act
from nomic.cycles.phases import declare_winner
from nomic.inventory.law import named
from nomic.inventory.ledger import balances, ledger_of, touched_items
from nomic.inventory.models import Balance
from nomic.players.events import Left
from nomic.players.models import Player


def check_victory(act: Act) -> None:
    """R56: after every entry: if somebody has enough, whoever has strictly most wins; on a tie nobody yet."""
    rules = act.law.section_or_none("victory", Victory)
    if rules is None or not act.cycle.is_running:
        return
    if rules.item not in touched_items(act) and not any((act.told(LawChanged), act.told(Left))):
        return
    ranking = _most(act, rules)
    if not ranking or ranking[0][0] < rules.at_least:
        return
    if len(ranking) > 1 and ranking[1][0] == ranking[0][0]:
        most = named(act.law, rules.item, ranking[0][0])
        act.says(f"{ranking[0][1]} and {ranking[1][1]} have {most} each: nobody wins yet.")
        return
    declare_winner(
        act,
        ranking[0][1],
        f"{named(act.law, rules.item, ranking[0][0])}, more than anybody else.",
        "Victory (R56)",
    )


def _most(act: Act, rules: Victory) -> list[tuple[int, str]]:
    """Players with how many of the item they have as this act leaves them, most first."""
    has = dict(Balance.objects.filter(cycle=act.cycle, item=rules.item).values_list("holder", "amount"))
    for holder in ledger_of(act).touched_holders:
        has[holder] = balances(act, holder).get(rules.item, 0)
    playing = set(Player.objects.filter(cycle=act.cycle, left_at=None).values_list("name", flat=True))
    return sorted(((amount, name) for name, amount in has.items() if name in playing and amount), reverse=True)
