"""A cycle in which ada uses an item on a card of hers, or does what a rule brings: what an effect there changes.

All pieces of a moment are law together, each in an item or an action of its own, and what is done is taken back again.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from nomic.clauses.models import KeptValue
from nomic.cycles.domain.exceptions import Unanswered
from nomic.inventory.models import Balance, Card
from tests.effects.grammar.tables import differences
from tests.support.hall import Hall, OpenCycle, cycle_16

VALUES = {
    "well": {"value": "The Well", "of": "cycle"},
    "lamps": {"value": "Lamps", "of": "player"},
    "guess": {"value": "Guess", "of": "player", "seen": "nobody"},
    "marks": {"value": "Marks", "of": "player", "is": "names"},
    "visits": {"value": "Visits", "of": "player", "by": "name"},
    "guild": {"value": "The Guild", "is": "players"},
    "motion": {"value": "The Motion", "is": "proposal"},
}
# What is always done, so that nothing is refused because nothing would come of it.
ALWAYS = {"grant": "Vertebra", "to": "$me"}


def done(pieces: Mapping[str, Any], open_cycle: OpenCycle) -> dict[str, list[str]]:
    """What comes of an act with this effect on a 5."""
    effects = {"nothing": [], **pieces}
    actions = {
        name: {"action": name, "with": {"card": {"is": "card"}}, "do": [ALWAYS, *effect]}
        for name, effect in effects.items()
    }
    rules = {_rule(name): {"act": action} for name, action in actions.items()}
    hall = _cycle(_with_rules({"kept": VALUES, **rules}), open_cycle)
    card = hall.cards("ada")[0].code
    return _each(hall, pieces, lambda name: _answered(hall, _action(name), card=card))


def _answered(hall: Hall, action: str, **args: Any) -> Any:
    """Ada acts; of what she is asked she chooses the first."""
    try:
        return hall.do("ada", action, **args)
    except Unanswered as asked:
        return hall.do("ada", action, **args, answers=[[asked.question["options"][0]["value"]]])


def asked_by_rule(pieces: Mapping[str, Any], open_cycle: OpenCycle) -> dict[str, bool]:
    """Whether ada may do what a rule brings to those of whom this is true."""
    actions = {name: {"who": raw, "do": [ALWAYS]} for name, raw in pieces.items()}
    rules = {_rule(name): {"act": {"action": name, **action}} for name, action in actions.items()}
    can = _cycle(_with_rules({"kept": VALUES, **rules}), open_cycle).can("ada")
    return {name: can[_action(name)].available for name in pieces}


def _rule(name: str) -> str:
    """The id of the rule that brings an action called so: a rule has few clauses, so each has one of its own."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _action(name: str) -> str:
    return f"{_rule(name)}_act"


def _law() -> dict[str, Any]:
    law = cycle_16()
    law["card_traits"]["types"]["Odd"] = {}
    law["cards"]["Ace"]["types"].append("Odd")
    law["random_cards"] |= {"collections": [], "missing_colour": None, "missing_suit": None}
    law["collections"]["Cursed"] = {"elements": ["Adamantine"], "chance": 100, "place": 999}
    return law


def _with_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    law = _law()
    for rule, clauses in rules.items():
        law["rules"][rule] = {"title": rule.title(), "body": "Words.", "place": 900, "clauses": clauses}
    return law


def _cycle(law: dict[str, Any], open_cycle: OpenCycle) -> Hall:
    """Ada, bob and eve with 5 Chips each; ada has a 5 and a King, bob a 7."""
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    for player in ("ada", "bob", "eve"):
        hall.grant(player, "Chip", 5)
    hall.grant_card("ada", "5", ["Red Coating", "Bound"])
    hall.grant_card("ada", "King", ["Fragile"])
    hall.grant_card("bob", "7")
    return hall


def _each(hall: Hall, pieces: Mapping[str, Any], do: Any) -> dict[str, list[str]]:
    with taken_back():
        do("nothing")
        nothing = _seen(hall)
    found = {}
    for name in pieces:
        with taken_back():
            entry = do(name)
            found[name] = differences(nothing, _seen(hall) | _told(entry.words))
    return found


SEEN_BESIDES = re.compile(r"Chip|Vertebra| (?:gains|loses) |^\w+ gives .+ to |\) of \w+ is now | are? replaced")


@contextmanager
def taken_back() -> Iterator[None]:
    """What is done here is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _told(words: list[str]) -> dict[str, Any]:
    """What an entry says besides what its effects on goods and cards are, which is seen in what there is then."""
    told = [said for said in words[1:] if not SEEN_BESIDES.search(said)]
    return {"told": " ".join(told)} if told else {}


def _seen(hall: Hall) -> dict[str, Any]:
    items = Balance.objects.filter(cycle=hall.pk, item__in=("Chip", "Vertebra"))
    seen: dict[str, Any] = {
        f"{held.holder}'s {'Chips' if held.item == 'Chip' else 'Vertebrae'}": held.amount for held in items
    }
    seen |= {
        f"{kept.name} {kept.holder} {kept.key}".strip(): kept.members or kept.number
        for kept in KeptValue.objects.filter(cycle=hall.pk)
    }
    for card in Card.objects.filter(cycle=hall.pk).exclude(holder="").order_by("made_by", "code"):
        seen.setdefault(f"{card.holder}'s inventory", []).append(_card(card))
    return seen


def _card(card: Card) -> str:
    alone = "".join(f" -{trait}" for trait in card.own_only)
    own = [str(name) for trait in ("values", "suits", "colours", "types") for name in getattr(card, f"own_{trait}")]
    held = [" ".join(str(word) for word in modifier.values()) for modifier in card.modifiers]
    return "; ".join((" +".join((card.species + alone, *own)), *held))
