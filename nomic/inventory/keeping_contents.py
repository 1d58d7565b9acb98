"""Contents of the keepings of rules, and of the cycle itself, for pages, the wiki and the API."""

import json
import re
from dataclasses import dataclass, field

from nomic.cycles.models import Cycle
from nomic.effects.language.nodes.item_holders import KEPT, STORE, holder_in_words
from nomic.effects.prose.english_grammar import capitalise_article
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.models import Balance, Card

# Matches a keeping of the law, and an operation that moves cards to the cycle itself.
SPOKEN_OF = re.compile(r'"keeping": "|"of": "cycle", "to": "inventory"|"to": "inventory", "of": "cycle"')


@dataclass(slots=True)
class KeepingContents:
    """The contents of a keeping, or of a player's part of it.

    An empty name denotes the cycle itself, of which only the cards are listed.
    """

    keeping: str
    player: str
    title: str
    items: dict[str, int] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    words: str = ""


def keepings_of(cycle: Cycle) -> list[KeepingContents]:
    """Return the contents of each keeping, by name.

    No query is sent if the law has no keeping and the cycle no cards.
    """
    law = cycle.law
    if not law.once("speaks of a keeping", lambda: _speaks_of_keeping(law.document)):
        return []
    found: dict[str, KeepingContents] = {}
    rows = Balance.objects.filter(cycle=cycle, holder__startswith=KEPT, amount__gt=0).order_by("holder", "item")
    for holder, item, amount in rows.values_list("holder", "item", "amount"):
        _at(found, holder).items[item] = amount
    for holders in ({"holder__startswith": KEPT}, {"holder": STORE}):
        held = Card.objects.filter(cycle=cycle, **holders).order_by("holder", "made_by", "code")
        for holder, species in held.values_list("holder", "species"):
            _at(found, holder).cards.append(species)
    for kept in found.values():
        kept.words = ", ".join(
            [*(amount_of_item(law, item, amount) for item, amount in kept.items.items()), *kept.cards]
        )
    return [found[holder] for holder in sorted(found)]


def _speaks_of_keeping(document: object) -> bool:
    return bool(SPOKEN_OF.search(json.dumps(document)))


def _at(found: dict[str, KeepingContents], holder: str) -> KeepingContents:
    if holder not in found:
        keeping, _, player = holder.removeprefix(KEPT).partition(":") if holder.startswith(KEPT) else ("", "", "")
        title = holder_in_words(holder)
        found[holder] = KeepingContents(keeping, player, capitalise_article(title))
    return found[holder]
