"""Templates of proposals. Each one inspects the current law and finds something to change."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from nomic.law.document.sections import pointer

Json = dict[str, Any]
Place = tuple[str | int, ...]
Template = Callable[[Json, random.Random], Json | None]


def _numbers_below(value: Any, key: str, place: Place = (), *, within: bool = False) -> Iterator[tuple[Place, int]]:
    """Yield integers anywhere below a key with that name, with their paths."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _numbers_below(each, key, (*place, name), within=within or name == key)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _numbers_below(each, key, (*place, index), within=within)
    elif within and type(value) is int:
        yield place, value


def _replaced(place: Place, value: Any) -> list[Json]:
    return [{"op": "replace", "path": pointer(*place), "value": value}]


def change_price(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that lowers a price by one, or more rarely raises it. None if the law has no price."""
    found = list(_numbers_below(law, "costs"))
    if not found:
        return None
    place, price = luck.choice(found)
    new = price - 1 if price > 1 and luck.random() < 0.8 else price + 1
    what = next((str(part) for part in reversed(place[:-1]) if part not in ("costs", "clauses")), "things")
    return {
        "title": f"{what}: {new} in place of {price}",
        "text": "Prices should follow the times.",
        "amendments": _replaced(place, new),
    }


def switch_on_section(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that enables a section that the law has switched off, or None if there is no such section."""
    waiting = [name for name, section in law.items() if isinstance(section, dict) and section.get("in_force") is False]
    if not waiting:
        return None
    name = luck.choice(waiting)
    return {
        "title": f"Let us have {name.capitalize()}",
        "text": "It has been waiting long enough.",
        "amendments": _replaced((name, "in_force"), True),
    }


def lower_winning_amount(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that lowers an amount needed to win. None if the law has none that can be lowered."""
    found = [each for each in _numbers_below(law["rules"], "wins") if each[1] > 5]
    if not found:
        return None
    place, number = luck.choice(found)
    new = max(5, number * 3 // 4)
    return {
        "title": f"{new} are enough",
        "text": "It has been going on for weeks.",
        "amendments": _replaced(("rules", *place), new),
    }


def add_acting_rule(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal for a rule with an action once per phase and an automatic effect. None if no item exists."""
    items = sorted(name for name, item in law.get("items", {}).items() if isinstance(item, dict))
    parent = luck.choice(sorted(law["rules"]))
    name = f"season-{luck.randrange(10_000)}"
    thing = _common(law, items)
    if name in law["rules"] or thing is None:
        return None
    clauses = {
        "pick": {
            "action": f"Look behind the curtain ({name[7:]})",
            "limit": {"times": 1, "per": "phase"},
            "do": [{"if": {"is": [{"roll": "1d6"}, "at_least", 4]}, "then": [{"grant": thing, "to": "$me"}]}],
        }
    }
    rule = {"title": f"Curtain {name[7:]}", "parent": parent, "body": "Behind it may be something.", "clauses": clauses}
    return {
        "title": f"A curtain ({name[7:]})",
        "text": "Every hall should have one.",
        "amendments": [{"op": "add", "path": pointer("rules", name), "value": rule}],
    }


def _common(law: Json, items: list[str]) -> str | None:
    """Return the item in which most prices are given, or None without prices."""
    paid = [str(place[-1]) for place, _ in _numbers_below(law, "costs")]
    found = [item for item in items if item in paid]
    return max(found, key=paid.count) if found else next(iter(items), None)


def repeal_added_rule(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that repeals a rule added by an earlier proposal, or None if there is no such rule."""
    added = sorted(name for name in law["rules"] if name.startswith("season-"))
    if not added:
        return None
    name = luck.choice(added)
    return {
        "title": f"Away with {law['rules'][name]['title']}",
        "text": "Nobody looks behind it any more.",
        "amendments": [{"op": "remove", "path": pointer("rules", name)}],
    }


def copy_card(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that adds a copy of a card under a new name.

    None if there is no card to copy, or if that copy already exists.
    """
    cards = {name: card for name, card in law.get("cards", {}).items() if not name.startswith("Another")}
    if not cards:
        return None
    name = luck.choice(sorted(cards))
    if f"Another {name}" in law["cards"]:
        return None
    return {
        "title": f"Another {name}",
        "text": "One can never have enough of these.",
        "amendments": [{"op": "add", "path": pointer("cards", f"Another {name}"), "value": cards[name]}],
    }


def grant_to_everybody(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that grants something to every player once, or None if there is nothing to grant."""
    thing = _common(law, sorted(law.get("items", {})))
    if thing is None:
        return None
    return {
        "title": "A small feast",
        "text": "Because it is cold outside.",
        "effects": [{"grant": thing, "n": luck.randint(1, 3), "to": {"players": "players"}}],
    }


def extend_rule_text(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal that changes the text of a rule; never None."""
    name = luck.choice(sorted(law["rules"]))
    rule = law["rules"][name]
    return {
        "title": f"Clearer words: {rule['title']}"[:100],
        "text": "It has always been meant so.",
        "amendments": _replaced(("rules", name, "body"), f"{rule.get('body', '')}\n\nSo it has always been meant."),
    }


def propose_invalid(law: Json, luck: random.Random) -> Json | None:
    """Return a proposal with an invalid amendment, to test the error message; never None."""
    return {
        "title": "A test of the clerks",
        "text": "Let us see.",
        "amendments": luck.choice(
            [
                [{"op": "replace", "path": "/rules/nowhere/body", "value": "x"}],
                [{"op": "remove", "path": "/calendar"}],
                [{"op": "add", "path": "/rules/season-empty", "value": {"title": "", "body": 7}}],
                [{"op": "add", "path": "/weather", "value": {"rain": True}}],
            ]
        ),
    }


TEMPLATES: Mapping[str, Template] = {
    "a price": change_price,
    "into force": switch_on_section,
    "sooner won": lower_winning_amount,
    "a rule that acts": add_acting_rule,
    "no more of it": repeal_added_rule,
    "a card": copy_card,
    "for all": grant_to_everybody,
    "words": extend_rule_text,
    "out of place": propose_invalid,
}
