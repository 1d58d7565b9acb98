"""Cycle 16 and Exoptwosis as they began before burning, gifts, uses of items and victory were told in clauses."""

import copy
from typing import Any

from nomic.law.templates import document_of

BURNING = {"times_per_phase": 2, "phase_kinds": ["rest"], "gains": {"Vertebra": 1}}
TOKEN = "Reconfiguration Token"
USES = {
    TOKEN: {
        "on_a_card": True,
        "effect": [{"change": "$card", "lose": {"modifiers": "all"}, "collections": [["Common", 20], ["Rare", 10]]}],
    }
}
PACK = [{"grant": "Already-opened Pack", "n": 1, "to": "$me"}]
CARD = [{"add": {"card": "random"}, "n": 1, "to": "inventory", "of": "$me"}]


def gifts(part: list[dict[str, Any]], fewer_than: int) -> dict[str, Any]:
    """R23, R55: what a gift holds."""
    few = {"fewer_than": fewer_than, "extra": 1}
    return {"part": part, "base": 1, "few_cards": few, "inactive": {"extra": 2, "returns": 1}}


OLD: dict[str, dict[str, tuple[str, Any]]] = {
    "cycle-16": {
        "burning": ("actions", BURNING),
        "gifts": ("card-gifting", gifts(PACK, 10)),
        "uses": ("using-items", USES),
        "victory": ("victory", {"item": "Chip", "at_least": 10}),
        "starting_grant": ("vertebrae", {"item": "Vertebra", "base": 20, "per_step": 5, "phases_per_step": 2}),
    },
    "exoptwosis": {
        "gifts": ("card-gifting", gifts(CARD, 5)),
        "victory": ("victory", {"item": "Chip", "at_least": 25}),
    },
}
GIVE, RETURN = "/rules/card-gifting/clauses/give/do", "/rules/card-gifting/clauses/return/do"
QUOTED = {
    "{{law|/rules/actions/clauses/burn/in}}": "{{law|/burning/phase_kinds}}",
    "{{law|/rules/actions/clauses/burn/limit/times}}": "{{law|/burning/times_per_phase}}",
    "{{law|/rules/actions/clauses/burn/do/1/n}} Vertebra": "{{law|/burning/gains}}",
    f"{GIVE}/2/grant": "/gifts/part/0/grant",
    f"{GIVE}/2/n": "/gifts/base",
    f"{GIVE}/0/then/0/n": "/gifts/few_cards/extra",
    f"{GIVE}/0/if/is/0": "/gifts/few_cards/fewer_than",
    f"{GIVE}/1/then/0/n": "/gifts/inactive/extra",
    f"{RETURN}/0/do/0/n": "/gifts/inactive/returns",
    "/rules/reconfiguration-tokens/clauses/use-reconfiguration-token/do": f"/uses/{TOKEN}/effect",
    "/rules/victory/clauses/most/wins/all/0/is/2": "/victory/at_least",
}
GRANTED = "/rules/vertebrae/clauses/first-grant/do/0/n/sum"
QUOTED |= {
    f"{GRANTED}/0": "/starting_grant/base",
    f"{GRANTED}/1/times/0": "/starting_grant/per_step",
    f"{GRANTED}/1/times/1/quotient/1": "/starting_grant/phases_per_step",
}
TELLING = ("vertebrae", "actions", "card-gifting", "reconfiguration-tokens", "victory")


def older(template: str = "cycle-16") -> dict[str, Any]:
    """The law of a template as it was."""
    law = document_of(template)
    for id_ in TELLING:
        rule = law["rules"].get(id_, {"body": ""})
        rule.pop("clauses", None)
        for now, before in QUOTED.items():
            rule["body"] = rule["body"].replace(now, before)
    for section, (rule_id, said) in OLD[template].items():
        law[section] = copy.deepcopy(said)
        law["belongs"][f"/{section}"] = rule_id
    if "uses" in law:
        law["belongs"][f"/uses/{TOKEN}"] = "reconfiguration-tokens"
    return law
