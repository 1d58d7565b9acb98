"""Small clauses of every pattern that readers stumbled over, and their sentences."""

from typing import Any

import pytest

from nomic.clauses.views.explanations import explain_rule
from nomic.inventory.law_section import amount_of_item
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from tests.clauses.conftest import with_clauses
from tests.support.hall import cycle_16

GAIN = [{"grant": "Chip", "to": "$me"}]
VALUES: dict[str, Any] = {
    "light": {"value": "Light", "of": "player"},
    "fog": {"value": "Fog"},
    "roll": {"value": "The roll", "is": "players"},
    "seller": {"value": "Seller", "is": "player"},
    "room": {"value": "Room", "is": "name", "of": "player"},
    "rooms": {"table": "Rooms", "columns": {"Doors": "names", "Toll": "number"}, "rows": {"Hall": {"Toll": 2}}},
    "bank": {"keeping": "Bank", "of": "player"},
    "honoured": {"value": "Honoured", "is": "flag", "of": "player"},
    "warden": {"office": "Warden", "seats": 3, "filled_by": {"lot": {"at": "week-begins"}}},
}
BANK = {"keeping": "Bank", "of": "$me"}
MOST = {
    "member": "$it",
    "of": {"extreme": {"players": "players"}, "by": {"value_of": "Light", "of": "$one"}, "as": "one"},
}
RICHEST = {
    "some": {
        "players": "players",
        "as": "one",
        "where": {"is": [{"stock": "Chip", "of": "$one"}, "more_than", {"stock": "Chip", "of": "$it"}]},
    }
}
OWN_CARDS = {"cards": "inventory", "of": "$me"}
FINDERS = {"players": "players", "where": {"is": [{"value_of": "Light", "of": "$it"}, "at_least", 1]}}

HALF_AND_THREE = {"sum": [{"quotient": [{"value_of": "Light", "of": "$me"}, 2]}, 3]}


def act(*do: Any, **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do) or GAIN, **more}


def when(event: str, *do: Any, **more: Any) -> dict[str, Any]:
    return {"when": event, "do": list(do), **more}


def wins(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"wins": {"all": list(parts)}, **more}


LIGHT = {"is": [{"value_of": "Light", "of": "$it"}, "at_least", 12]}
TO = {"is": "player", "says": "to whom"}
PATTERNS: dict[str, tuple[dict[str, Any], str]] = {
    "how long ago something was": (
        act({"grant": "Chip", "to": "$me"})
        | {"who": {"is": [{"since": "last_act", "of": "$me", "in": "days"}, "at_least", 2]}},
        "only if you last acted at least 2 full days ago",
    ),
    "one subject for two conditions with or": (
        act({"grant": "Chip", "to": "$me"})
        | {"who": {"any": [{"holds": "$me", "office": "Judge"}, {"active": "$me"}]}},
        "only if you are the Judge or are active",
    ),
    "the best of one": (
        act({"grant": "Chip", "to": {"extreme": "$me", "by": {"stock": "Chip", "of": "$it"}}}),
        "at any time. Gain 1 Chip.",
    ),
    "how many one is": (
        act({"grant": "Chip", "to": "$me"}) | {"who": {"is": [{"count": "$me"}, "more_than", 3]}},
        "only if there are more than 3 players (counting only you)",
    ),
    "single quotation marks inside a text": (
        act({"announce": "On the board: “Lost.”"}),
        "Announce: “On the board: ‘Lost.’”",
    ),
    "once in one kind of phase": (
        act(**{"in": ["rest"], "limit": {"times": 1, "per": "phase"}}),
        "You may do this once per rest phase. Gain 1 Chip.",
    ),
    "twice a day in one kind of phase": (
        act(**{"in": ["rest"], "limit": {"times": 2, "per": "day"}}),
        "You may do this up to twice per day, in rest phases.",
    ),
    "a limit for all": (
        act(limit={"times": 1, "per": "phase", "together": True}),
        "You may do this once per phase (all players share this limit).",
    ),
    "one player, whose purpose is plain": (act(**{"with": {"to": TO}}), "Choose another player. Gain 1 Chip."),
    "two players of different purposes": (
        act(**{"with": {"to": TO, "by": {"is": "player", "says": "for whom"}}}),
        "Choose another player (to whom). Choose another player (for whom).",
    ),
    "who does something": (
        act(**{"with": {"to": {"is": "player", "says": "who receives it"}}}),
        "Choose another player, who receives it.",
    ),
    "a name after a preposition": (
        act(
            {"set": "Room", "of": "$me", "to": "$into"},
            **{"with": {"into": {"is": "name", "says": "through which door", "one_of": ["Hall", "Attic"]}}},
        ),
        "Choose a door: Hall or Attic. Your Room becomes that door.",
    ),
    "a text": (
        act({"announce": "$note"}, **{"with": {"note": {"is": "text", "says": "what it says", "longest": 80}}}),
        "Write what it says, in at most 80 characters.",
    ),
    "a question": (
        act({"offer": "Go in?", "options": [{"say": "Yes", "do": GAIN}], "else": [{"raise": "Fog", "by": 1}]}),
        "You are asked: “Go in?”\n  – “Yes”: gain 1 Chip.\n  – If you decline, Fog increases by 1.",
    ),
    "a number that is worked out": (
        act({"let": "paid", "be": {"smallest": [{"value_of": "Fog"}, 3]}}, {"raise": "Fog", "by": "$paid"}),
        "Work out Fog (at most 3). Fog increases by that number.",
    ),
    "a number that is remembered": (
        act(
            {"let": "thick", "be": {"value_of": "Fog"}},
            {"after": {"phases": 1}, "do": [{"set": "Fog", "to": "$thick"}]},
        ),
        "The current value of Fog is noted (call it “thick”). When this phase ends, Fog is set to the number “thick”.",
    ),
    "dice": (
        act({"let": "moths", "be": {"roll": "3d6"}}, {"set": "Fog", "to": "$moths"}),
        "Roll 3d6. Fog is set to that number.",
    ),
    "a set with a noun for a name": (
        act({"let": "finders", "be": FINDERS}, {"grant": "Chip", "to": "$finders"}),
        "Find the players whose Light is at least 1. Those players each gain 1 Chip.",
    ),
    "a set that is found while others are named": (
        act(
            {"let": "finders", "be": FINDERS},
            {"grant": "Chip", "to": {"players": "active"}},
            {"grant": "Chip", "to": "$finders"},
        ),
        "Find the players whose Light is at least 1 (call them “finders”). Each active player gains 1 Chip. "
        "The “finders” each gain 1 Chip.",
    ),
    "cards that are found before others are drawn": (
        act(
            {"let": "old", "be": OWN_CARDS},
            {"add": {"card": "random"}, "to": "inventory", "of": "$me"},
            {"destroy": "$old"},
        ),
        "Find all cards in your inventory (call them “old”). Gain a random card. The “old” cards are destroyed.",
    ),
    "cards that are found": (
        act({"let": "old", "be": OWN_CARDS}, {"destroy": "$old"}),
        "Find all cards in your inventory. Those cards are destroyed.",
    ),
    "others about whom a loop's player is named": (
        act(
            {
                "each": "them",
                "in": {"players": "inactive"},
                "do": [
                    {
                        "revoke": "Chip",
                        "from": {"players_in": "Backers", "of": "$them"},
                        "n": {"value_of": "Light", "of": "$them"},
                    }
                ],
            }
        ),
        "For each inactive player, each of that player's Backers loses Chips equal to that player's Light.",
    ),
    "somebody who gives to a loop's player": (
        act(
            {
                "each": "them",
                "in": {"players": "inactive"},
                "do": [
                    {
                        "transfer": "Chip",
                        "from": {"sample": 1, "from": {"players": "active"}},
                        "to": "$them",
                    }
                ],
            }
        ),
        "For each inactive player, a random active player gives 1 Chip to that player.",
    ),
    "one player under a condition": (
        act(
            {
                "grant": "Chip",
                "to": {"those": "$me", "as": "one", "where": {"holds": "$one", "office": "Judge"}},
            }
        ),
        "You (if you are the Judge) gain 1 Chip.",
    ),
    "a set with an adjective for a name": (
        act(
            {"let": "bright", "be": FINDERS}, {"if": {"some": "$bright"}, "then": [{"grant": "Chip", "to": "$bright"}]}
        ),
        "If there are any “bright” players, the “bright” players each gain 1 Chip.",
    ),
    "one player by a name": (
        act(
            {"let": "other", "be": {"sample": 1, "from": {"players": "players"}}},
            {"raise": "Light", "by": 1, "of": "$other"},
        ),
        "Find a random player. That player's Light increases by 1.",
    ),
    "having more than everybody": (
        wins(LIGHT, MOST),
        "A player wins if their Light is at least 12 and higher than every other player's.",
    ),
    "nobody having more": (
        wins({"is": [{"stock": "Chip", "of": "$it"}, "at_least", 10]}, {"not": RICHEST}),
        "A player wins if they have at least 10 Chips and more Chips than every other player.",
    ),
    "what tells equals apart": (
        wins(LIGHT, {"reputable": "$it"}, MOST),
        "A player wins if their Light is at least 12, they are reputable and they are among the players with the "
        "highest Light. If this is true of several players, none of them wins.",
    ),
    "all who have the most": (
        wins(LIGHT, MOST, alone=False),
        "A player wins if their Light is at least 12 and they are among the players with the highest Light.",
    ),
    "an office of several": (
        act(who={"member": "$me", "of": {"players_in": "Warden"}}),
        "You may do this only if you are a Warden.",
    ),
    "an office that is vacant": (
        act(who={"not": {"some": {"players_in": "Seller"}}}),
        "You may do this only if there is no Seller.",
    ),
    "an office that becomes vacant": (act({"reset": "Seller"}), "There is no longer a Seller."),
    "a list whose name has an article": (
        act(who={"member": "$me", "of": {"players_in": "The roll"}}),
        "You may do this only if you are on the roll.",
    ),
    "a column of a table": (
        act(who={"is": [{"value_of": "Toll", "for": {"names_in": "Room", "of": "$me"}}, "at_least", 1]}),
        "You may do this only if the Toll of your Room is at least 1.",
    ),
    "a number on the left": (
        act(who={"is": [3, "more_than", {"stock": "Chip", "of": "$me"}]}),
        "You may do this only if you have fewer than 3 Chips.",
    ),
    "what is lent": (
        act({"grant": "Chip", "to": "$me", "until": {"phases": 1}}),
        "Gain 1 Chip; when this phase ends, lose it again.",
    ),
    "a part of what there is": (
        act({"transfer": "Chip", "n": {"quotient": [{"stock": "Chip", "of": BANK}, 5]}, "from": "cycle", "to": BANK}),
        "For every 5 Chips in your part of the Bank, put 1 Chip from the treasury into your part of the Bank.",
    ),
    "all there is": (
        act({"transfer": "Chip", "n": {"stock": "Chip", "of": BANK}, "from": BANK, "to": "cycle"}),
        "All Chips in your part of the Bank go to the treasury.",
    ),
    "each of a set": (
        act({"each": "them", "in": {"players": "active"}, "do": [{"raise": "Light", "by": 1, "of": "$them"}]}),
        "Each active player's Light increases by 1.",
    ),
    "the first time": (
        when("became-reputable", {"grant": "Chip", "to": "$player"}, **{"if": "$first"}),
        "Whenever a player becomes reputable for the first time, that player gains 1 Chip.",
    ),
    "at least so many": (
        when(
            "item-gained",
            {"revoke": "Chip", "from": "$player"},
            **{"if": {"all": [{"is": ["$item", "equals", "Chip"]}, {"is": ["$n", "at_least", 6]}]}},
        ),
        "Whenever a player gains at least 6 Chips, that player loses 1 Chip.",
    ),
    "the new number": (
        when(
            "value-moved",
            {"announce": "Now $now."},
            **{"if": {"all": [{"is": ["$value", "equals", "Fog"]}, {"is": ["$now", "at_least", 6]}]}},
        ),
        "Whenever Fog rises or falls, if the new Fog is at least 6, announce: “Now [the new Fog].”",
    ),
    "once in a cycle": (when("cycle-began", {"raise": "Fog", "by": 1}), "When the cycle begins, Fog increases by 1."),
    "an office of several holders": (
        act(),  # the office is one of `VALUES`
        "Up to 3 players at a time can hold the office of Warden.",
    ),
    "a removal by several": (
        {"office": "Guard", "filled_by": {"lot": {"at": "week-begins"}}, "removed_by": 2},
        "Any 2 players together can remove the Guard.",
    ),
    "a player for each name": (
        {"value": "Finisher", "is": "player", "by": "name"},
        "Anything with a name can have one Finisher (a player). At first, nothing has one.",
    ),
    "a number of the cycle": (
        {"value": "Depth", "least": 0, "most": 9},
        "There is a number called Depth. It starts at 0 and stays between 0 and 9.",
    ),
    "one of the rows of a table": (
        act(**{"with": {"room": {"is": "name", "one_of": {"listed_in": "Rooms"}}}}),
        "a name listed in Rooms",
    ),
    "a part that is rounded up": (
        act({"raise": "Fog", "by": {"quotient": [{"sum": [{"value_of": "The Well"}, 1]}, 2]}}),
        "Fog increases by half the Well (rounded up).",
    ),
    "a part that is rounded down": (
        act({"raise": "Fog", "by": {"quotient": [{"sum": [{"value_of": "The Well"}, 2]}, 2]}}),
        "Fog increases by half of (the Well plus 2) (rounded down).",
    ),
    "a sum of parts": (
        act({"raise": "Fog", "by": {"sum": [{"quotient": [{"value_of": "The Well"}, 6]}, {"roll": "1d4"}]}}),
        "Fog increases by a sixth of the Well (rounded down) plus 1d4.",
    ),
    "twice a number": (
        act({"raise": "Fog", "by": {"times": [2, {"value_of": "Light", "of": "$me"}]}}),
        "Fog increases by twice your Light.",
    ),
    "dice and a number": (
        act({"grant": "Chip", "to": "$me", "n": {"sum": [{"roll": "2d6"}, 12]}}),
        "Gain 2d6 + 12 Chips.",
    ),
    "a number that is compared later": (
        act(
            {"let": "before", "be": {"value_of": "Fog"}},
            {
                "after": {"hours": 24},
                "do": [{"if": {"is": [{"value_of": "Fog"}, "at_least", "$before"]}, "then": GAIN}],
            },
        ),
        "The current value of Fog is noted (call it “before”). 24 hours later, if Fog is at least the number “before”",
    ),
    "a condition that a new outcome must have": (
        {
            "class": "Petition",
            "lasts": {"hours": 48},
            "passes": {"is": ["$for", "at_least", 1]},
            "may": {
                "change": [
                    {
                        "may": "add",
                        "at": "/rules/exploration/clauses",
                        "kinds": ["outcome"],
                        "needs": {"is": [{"stock": "Gem Key", "of": "$me"}, "at_least", 1]},
                    }
                ]
            },
        },
        "to the rule Exploration. Each outcome must have the condition “only if you have at least 1 Gem Key”.",
    ),
    "a condition with a relative clause before another": (
        act(
            who={
                "any": [
                    {"some": {"cards": "inventory", "of": "$me", "where": {"has": "$it", "value": "odd"}}},
                    {"some": {"cards": "inventory", "of": "$me", "where": {"has": "$it", "type": "Special"}}},
                ]
            }
        ),
        "only if either you have a card with an odd value, or you have a Special card.",
    ),
    "the newest card is that card": (
        act(
            {"choose": "one", "from": {"cards": "inventory", "of": "$me"}},
            {"destroy": "$one"},
            {"choose": "two", "from": {"cards": "inventory", "of": "$me"}},
            {"change": "$two", "gain": {"modifiers": ["Holographic"]}},
        ),
        "That card is destroyed. Choose a card in your inventory. That card gains Holographic.",
    ),
    "their own, where others are named": (
        when(
            "does",
            {"transfer": "Vertebra", "from": "$who", "to": {"keeping": "Bank", "of": "$who"}},
            {"enter": {"players_in": "Seller"}, "in": "The roll"},
            act="burn-card",
        ),
        "puts 1 Vertebra into their part of the Bank",
    ),
    "an even number": (
        act(
            {"let": "die", "be": {"roll": "1d6"}},
            {"if": {"is": [{"remainder": ["$die", 2]}, "equals", 0]}, "then": GAIN},
        ),
        "Roll 1d6. If that number is even,",
    ),
    "an odd number": (
        act({"if": {"is": [{"remainder": [{"value_of": "Fog"}, 2]}, "equals", 1]}, "then": GAIN}),
        "If Fog is odd,",
    ),
    "a multiple": (
        act({"if": {"not": {"is": [{"remainder": [{"value_of": "Fog"}, 3]}, "equals", 0]}}, "then": GAIN}),
        "If Fog is not a multiple of 3,",
    ),
    "votes and how many vote": (
        {
            "class": "Petition",
            "lasts": {"hours": 48},
            "passes": {"all": [{"is": ["$for", "more_than", "$against"]}, {"is": ["$voters", "at_least", 4]}]},
        },
        "It passes with more votes for than against (unclear votes do not count), and with at least 4 voters.",
    ),
    "a value of the player chosen": (
        act(
            {"raise": "Light", "of": "$whom", "by": 1},
            {"grant": "Chip", "to": {"sample": 1, "from": {"players": "active"}}},
            **{"with": {"whom": {"is": "player"}}},
        ),
        "The Light of the player you chose increases by 1.",
    ),
    "some time later": (
        act({"after": {"hours": 24}, "do": [{"raise": "Fog", "by": 1}]}),
        "24 hours later, Fog increases by 1.",
    ),
    "what lasts for a time": (
        act({"grant": "Chip", "to": "$me", "until": {"days": 3}}),
        "Gain 1 Chip; 3 days later, lose it again.",
    ),
    "chance that may find too few": (
        act({"choose": "lost", "n": 7, "from": {"cards": "inventory", "of": "$me"}, "by": "chance"}),
        "Randomly pick 7 cards in your inventory, or all if there are fewer.",
    ),
    "one of two": (
        act({"choose": "hand", "from": {"values": ["left", "right"]}}),
        "Choose either “left” or “right”.",
    ),
    "the most, ties included": (
        act({"let": "best", "be": {"first": 1, "of": FINDERS, "by": {"stock": "Chip", "of": "$it"}, "ties": "all"}}),
        "Of the players whose Light is at least 1, find those with the most Chips (call them “best”).",
    ),
    "a loop that needs no condition": (
        when(
            "week-begins",
            {
                "each": "them",
                "in": FINDERS,
                "do": [{"raise": "Light", "by": 1, "of": "$them"}, {"raise": "Fog", "by": 1}],
            },
            **{"if": {"some": FINDERS}},
        ),
        "Whenever a week begins, for each player whose Light is at least 1:",
    ),
    "who did not act in a phase that is over": (
        {
            "when": "week-begins",
            "do": [
                {
                    "grant": "Chip",
                    "to": {"players": "players", "where": {"not": {"acted": "$it", "in": "previous_phase"}}},
                }
            ],
        },
        "who did not act in the previous phase",
    ),
    "who did an act in a phase that is over": (
        {
            "when": "week-begins",
            "do": [
                {
                    "grant": "Chip",
                    "to": {
                        "players": "players",
                        "where": {"not": {"acted": "$it", "act": "burn-card", "in": "previous_phase"}},
                    },
                }
            ],
        },
        "who did not use “Burn a card” in the previous phase",
    ),
}


PATTERNS |= {
    "a value of nobody": (
        when(
            "value-moved",
            {"grant": "Chip", "to": "$of"},
            **{"if": {"is": ["$value", "equals", "Fog"]}},
        ),
        "Whenever Fog rises or falls, the owner of Fog (nobody) gains 1 Chip.",
    ),
    "the holder of an office": (
        act(
            {
                "each": "them",
                "in": {"players_in": "Seller"},
                "do": [{"set": "Light", "of": {"players": "inactive", "except": "$them"}, "to": 1}],
            }
        ),
        "If there is a Seller, the Light of each inactive player other than the Seller becomes 1.",
    ),
    "an office that changes hands in a loop": (
        act(
            {
                "each": "them",
                "in": {"players_in": "Seller"},
                "do": [{"set": "Seller", "to": "$me"}, {"grant": "Chip", "to": "$them"}],
            }
        ),
        "For the current Seller:\n  – You become the Seller.\n  – They gain 1 Chip.",
    ),
    "an office whose holder may have changed later": (
        act(
            {
                "each": "them",
                "in": {"players_in": "Seller"},
                "do": [{"after": {"hours": 24}, "do": [{"grant": "Chip", "to": "$them"}]}],
            }
        ),
        "For the current Seller:\n  – 24 hours later, they gain 1 Chip.",
    ),
    "others than an actor who may be active": (
        act({"grant": "Chip", "to": {"players": "inactive", "except": "$me"}}),
        "Each inactive player other than you gains 1 Chip.",
    ),
    "why nobody can gain anything": (
        {"freeze": "cards", "whose": {"active": "$it"}, "because": "the Hall is closed."},
        "A player who is active cannot gain or lose cards. Reason: “The Hall is closed.”",
    ),
    "why something is forbidden": (
        {"forbid": "burn-card", "if": {"active": "$me"}, "because": "it is late"},
        "You may not burn a card if you are active. Reason: “It is late.”",
    ),
    "many answers at once": (
        act(
            {"everybody": "each", "in": {"players": "active"}, "chooses": "pick", "from": {"values": ["left", "right"]}}
        ),
        "Each active player simultaneously chooses either “left” or “right”.",
    ),
    "a long receiver of what is worked out": (
        act({"transfer": "Chip", "n": {"value_of": "Fog"}, "from": "cycle", "to": FINDERS}),
        "Chips equal to Fog go from the treasury to each player whose Light is at least 1.",
    ),
    "what goes into a place and is worked out": (
        act({"transfer": "Chip", "n": {"value_of": "Fog"}, "from": "$me", "to": BANK}),
        "Put Chips equal to Fog into your part of the Bank.",
    ),
    "where what is worked out by a formula comes from": (
        act({"transfer": "Chip", "n": HALF_AND_THREE, "from": "cycle", "to": {"players": "active"}}),
        "Each active player gets Chips from the treasury equal to half of your Light (rounded down) plus 3.",
    ),
    "where one for each comes from": (
        act({"transfer": "Chip", "n": {"count": {"players": "active"}}, "from": FINDERS, "to": "$me"}),
        "Take 1 Chip from each player whose Light is at least 1, for each active player.",
    ),
    "what is paid for each": (
        act({"transfer": "Chip", "n": {"count": {"players": "active"}}, "from": "$me", "to": "cycle"}),
        "Pay 1 Chip to the treasury for each active player.",
    ),
    "the only seat": (
        {"office": "Guard", "filled_by": {"election": {"counted": "plurality", "ties": "none", "ends": {"hours": 72}}}},
        "If candidates tie for first place, none of them is elected.",
    ),
    "the last of several seats": (
        {
            "office": "Guard",
            "seats": 2,
            "filled_by": {"election": {"counted": "plurality", "ties": "none", "ends": {"hours": 72}}},
        },
        "If candidates tie for the last seat, none of them is elected.",
    ),
    "a value of each of several": (
        act(
            {
                "raise": "Light",
                "of": {"first": 3, "of": {"players": "players"}, "by": {"stock": "Chip", "of": "$it"}, "ties": "lot"},
                "by": 1,
            }
        ),
        "The Light of each of the 3 players with the most Chips (ties broken by lot) increases by 1.",
    ),
    "a condition in a condition": (
        when(
            "joined",
            {"if": {"is": [{"value_of": "Fog"}, "at_least", 2]}, "then": [{"raise": "Fog", "by": 1}]},
            **{"if": {"active": "$player"}},
        ),
        "Whenever a player joins, if that player is active and Fog is at least 2, Fog increases by 1.",
    ),
    "a condition in a step with a condition": (
        act(
            {
                "if": {"active": "$me"},
                "then": [{"if": {"is": [{"value_of": "Fog"}, "at_least", 2]}, "then": [{"raise": "Fog", "by": 1}]}],
            }
        ),
        "If you are active and Fog is at least 2, Fog increases by 1.",
    ),
    "a condition with an otherwise in a condition": (
        when(
            "joined",
            {
                "if": {"is": [{"value_of": "Fog"}, "at_least", 2]},
                "then": [{"raise": "Fog", "by": 1}],
                "else": [{"raise": "Fog", "by": 2}],
            },
            **{"if": {"active": "$player"}},
        ),
        "if that player is active:\n  – If Fog is at least 2, Fog increases by 1.\n  – Otherwise, Fog increases by 2.",
    ),
    "one more than before": (
        act({"set": "Light", "of": "$me", "to": {"sum": [1, {"value_of": "Light", "of": "$me"}]}}),
        "Your Light increases by 1.",
    ),
    "less than before, with a limit": (
        act({"set": "Light", "of": "$me", "to": {"greatest": [0, {"sum": [{"value_of": "Light", "of": "$me"}, -2]}]}}),
        "Your Light decreases by 2 (to no less than 0).",
    ),
    "less than before, for each": (
        act(
            {
                "each": "them",
                "in": {"players": "active"},
                "do": [
                    {
                        "set": "Light",
                        "of": "$them",
                        "to": {"minus": [{"value_of": "Light", "of": "$them"}, {"stock": "Chip", "of": "$them"}]},
                    },
                ],
            }
        ),
        "Each active player's Light decreases by the number of Chips they have.",
    ),
    "a number that is never lower": (
        act({"set": "Fog", "to": {"greatest": [{"value_of": "Fog"}, 10]}}),
        "Fog is set to 10 if it is lower.",
    ),
    "half of what it was": (
        act({"set": "Fog", "to": {"quotient": [{"value_of": "Fog"}, 2]}}),
        "Fog is halved (rounded down).",
    ),
    "twice what it was": (act({"set": "Fog", "to": {"times": [2, {"value_of": "Fog"}]}}), "Fog is doubled."),
    "dice that can be of either sign": (
        act({"raise": "Fog", "by": {"sum": [{"roll": "1d5"}, -3]}}),
        "Fog changes by 1d5 − 3.",
    ),
    "a sum that begins below 0": (
        act({"raise": "Fog", "by": {"sum": [-3, {"value_of": "Light", "of": "$me"}]}}),
        "Fog increases by your Light minus 3.",
    ),
    "a sum of nothing but what is taken away": (
        act({"raise": "Fog", "by": {"sum": [{"times": [-1, {"value_of": "Light", "of": "$me"}]}, -3]}}),
        "Fog changes by −your Light minus 3.",
    ),
    "one more than another's": (
        act({"set": "Fog", "to": {"sum": [1, {"value_of": "Light", "of": "$me"}]}}),
        "Fog is set to 1 plus your Light.",
    ),
    "a limit in a sum": (
        act({"raise": "Fog", "by": {"sum": [1, {"smallest": [{"value_of": "Light", "of": "$me"}, 3]}]}}),
        "Fog increases by 1 plus (your Light, at most 3).",
    ),
    "a limit of a sum": (
        act({"raise": "Fog", "by": {"smallest": [{"sum": [1, {"value_of": "Light", "of": "$me"}]}, 3]}}),
        "Fog increases by 1 plus your Light (at most 3).",
    ),
    "another moment after an event": (
        when("law-changed", {"at": "week-begins", "do": [{"raise": "Fog", "by": 1}]}),
        "Whenever the law changes:\n  – When the next week begins, Fog increases by 1.",
    ),
    "a name before one more condition": (
        {
            "wins": {
                "any": [
                    {"is": [{"names_in": "Room", "of": "$it"}, "equals", {"values": ["Hall"]}]},
                    {"is": [{"value_of": "Fog"}, "at_least", 3]},
                ]
            }
        },
        "A player wins if either their Room is Hall, or Fog is at least 3.",
    ),
    "a limit that could be a part's": (
        act({"raise": "Fog", "by": {"smallest": [{"count": FINDERS}, 3]}}),
        "Fog increases by the smaller of 3 and (the number of players whose Light is at least 1).",
    ),
    "a number of one player in a step about others": (
        act(
            {
                "each": "winner",
                "in": FINDERS,
                "do": [
                    {
                        "set": "Light",
                        "of": {"players": "inactive"},
                        "to": {"stock": "Chip", "of": "$winner"},
                    }
                ],
            }
        ),
        "For each player whose Light is at least 1 (“winner”), each inactive player's Light is set to the number of "
        "Chips the player “winner” has.",
    ),
    "a receiver in a step about others": (
        act(
            {
                "each": "winner",
                "in": FINDERS,
                "do": [{"transfer": "Chip", "n": 1, "from": {"players": "inactive"}, "to": "$winner"}],
            }
        ),
        "For each player whose Light is at least 1, each inactive player gives 1 Chip to that player.",
    ),
    "the end of a phase, two days later": (
        act({"after": {"days": 2}, "do": [{"grant": "Chip", "to": "$me", "until": "phase-ends"}]}),
        "2 days later, gain 1 Chip; when the phase running at that time ends, lose it again.",
    ),
}

THEM = {"players": "active", "except": "$me"}
SEALS = {"seals": {"value": "Seals", "of": "player"}, "kegs": {"value": "Kegs sold"}}
SEALS |= {"backers": {"value": "Backers", "is": "players", "of": "player"}}
VALUES |= SEALS
VALUES |= {
    "done": {"value": "Finished", "is": "flag", "by": "name"},
    "tamer": {"value": "Tamer", "is": "player", "by": "name"},
}
A_ROW = {"is": "name", "says": "which room", "one_of": {"listed_in": "Rooms"}}
PATTERNS |= {
    "a flag of each name": (
        {"value": "Closed", "is": "flag", "by": "name"},
        "Anything with a name can be Closed. At first, nothing is.",
    ),
    "what becomes of a name": (
        act({"set": "Finished", "to": 1, "for": "$room"}, {"set": "Tamer", "to": "$me", "for": "$room"})
        | {"with": {"room": A_ROW}},
        "That room becomes Finished. You become the Tamer of that room.",
    ),
    "what a name is": (
        act() | {"who": {"is": [{"value_of": "Finished", "for": {"names_in": "Room", "of": "$me"}}, "equals", 0]}},
        "only if your Room is not Finished.",
    ),
    "one gives something to you": (
        act(
            {
                "offer": "Share?",
                "who": "$to",
                "options": [{"say": "Yes", "do": [{"transfer": "Chip", "n": 2, "from": "$to", "to": "$me"}]}],
            }
        )
        | {"with": {"to": TO}},
        "“Yes”: that player gives you 2 Chips.",
    ),
    "votes for a proposal": (
        {"class": "Petition", "lasts": {"hours": 72}, "passes": {"is": ["$for", "at_least", 3]}},
        "Voting is open for 3 days. It passes with at least 3 votes for it.",
    ),
    "an election of some days": (
        {"office": "Guard", "filled_by": {"election": {"counted": "plurality", "ties": "none", "ends": {"hours": 72}}}},
        "begins when the first candidate stands, and ends after 3 days.",
    ),
    "several cards for whoever is chosen": (
        act(
            {"choose": "lost", "n": 2, "from": OWN_CARDS},
            {"choose": "friend", "from": {"players": "players"}},
            {"move": "$lost", "to": "inventory", "of": "$friend"},
        ),
        "Those cards go to that player's inventory.",
    ),
    "a counted value in a number": (
        act({"raise": "Fog", "by": {"value_of": "Seals", "of": "$me"}}),
        "Fog increases by the number of your Seals.",
    ),
    "a counted value of the cycle": (
        act({"raise": "Kegs sold", "by": 1}, who={"is": [{"value_of": "Kegs sold"}, "at_least", 1]}),
        "only if the number of Kegs sold is at least 1. The number of Kegs sold increases by 1.",
    ),
    "each member of a list": (
        act({"grant": "Chip", "to": {"players_in": "Backers", "of": "$me"}}),
        "Each of your Backers gains 1 Chip.",
    ),
    "what each of several puts aside": (
        act(
            {
                "each": "them",
                "in": {"players": "active"},
                "do": [{"transfer": "Chip", "from": "$them", "to": {"keeping": "Bank", "of": "$them"}}],
            }
        ),
        "Each active player puts 1 Chip into their part of the Bank.",
    ),
    "a value that is compared with another of the same player": (
        when(
            "joined",
            {"raise": "Fog", "by": 1},
            **{
                "if": {
                    "is": [{"value_of": "Light", "of": "$player"}, "at_least", {"value_of": "Seals", "of": "$player"}]
                }
            },
        ),
        "if that player's Light is at least the number of their Seals,",
    ),
    "the event's player before another is named": (
        when(
            "item-lost",
            {"grant": "Chip", "to": {"sample": 1, "from": {"players": "active"}}},
            {"revoke": "Chip", "from": "$player"},
            **{"if": {"is": [{"value_of": "Light", "of": "$player"}, "at_least", 2]}},
        ),
        "Whenever a player loses an item, if that player's Light is at least 2:",
    ),
    "two conditions on one player": (
        act(who={"all": [{"active": "$me"}, {"in_match": "$me", "kind": "battle"}]}),
        "only if you are active and are in a battle.",
    ),
    "two things that one player has": (
        act(
            who={
                "all": [
                    {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 2]},
                    {"is": [{"value_of": "Seals", "of": "$me"}, "at_least", 1]},
                ]
            }
        ),
        "only if you have at least 2 Chips and at least 1 Seal.",
    ),
    "a choice among a set with a condition": (
        act({"choose": "one", "from": {"players": "active", "where": {"is": [{"value_of": "Fog"}, "at_least", 3]}}}),
        "If Fog is at least 3, choose an active player.",
    ),
    "nothing of one and something of another": (
        act(
            who={
                "all": [
                    {"not": {"some": {"players_in": "Backers", "of": "$me"}}},
                    {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 2]},
                ]
            }
        ),
        "only if you have no Backers and have at least 2 Chips.",
    ),
    "half of a value": (
        act({"raise": "Kegs sold", "by": {"quotient": [{"value_of": "Fog"}, 2]}}),
        "increases by half of Fog (rounded down).",
    ),
    "a card that there may not be": (
        act({"choose": "one", "from": {"cards": "inventory", "of": "$me"}, "n": 1, "short": "none"}),
        "Choose a card in your inventory, if there is one.",
    ),
    "nothing of a counted value": (
        act(who={"not": {"is": [{"value_of": "Seals", "of": "$me"}, "at_least", 1]}}),
        "only if you have no Seals.",
    ),
}

IN_BANK = {"stock": "Chip", "of": BANK}
LIT = {"is": [{"value_of": "Light", "of": "$it"}, "at_least", 2]}
IS_HONOURED = {"not": {"is": [{"value_of": "Honoured", "of": "$it"}, "equals", 0]}}
PATTERNS |= {
    "one who has something, and is something": (
        {"freeze": "items", "whose": {"all": [IS_HONOURED, {"some": OWN_CARDS | {"of": "$it"}}]}, "because": "x"},
        "A player who is Honoured and has a card cannot",
    ),
    "all that is kept is taken": (
        act({"transfer": "Chip", "from": BANK, "to": "$me", "n": IN_BANK}),
        "Take all Chips from your part of the Bank.",
    ),
    "all that is kept is destroyed": (
        act({"revoke": "Chip", "from": BANK, "n": IN_BANK}),
        "All Chips in your part of the Bank are destroyed.",
    ),
    "nobody is so": (
        act(who={"not": {"some": {"players": "players", "where": {"active": "$it"}}}}),
        "only if nobody is active.",
    ),
    "two neighbouring numbers of a table": (
        act({"table": {"roll": "1d6"}, "rows": [[5, 6, GAIN]]}),
        "On 5 or 6, gain 1 Chip.",
    ),
    "a lead by some": (
        wins(
            {"is": [{"stock": "Chip", "of": "$it"}, "at_least", 9]},
            {
                "not": {
                    "some": {
                        "players": "players",
                        "except": "$it",
                        "as": "one",
                        "where": {
                            "is": [
                                {"sum": [{"stock": "Chip", "of": "$one"}, 5]},
                                "more_than",
                                {"stock": "Chip", "of": "$it"},
                            ]
                        },
                    }
                }
            },
            alone=True,
        ),
        "A player wins if they have at least 9 Chips and at least 5 more Chips than every other player.",
    ),
    "what comes later, before something that does not": (
        act({"after": {"days": 2}, "do": GAIN}, {"raise": "Fog", "by": 1}),
        "at any time.\n  – 2 days later, gain 1 Chip.\n  – Fog increases by 1.",
    ),
    "a long condition": (
        when(
            "week-begins",
            {"raise": "Fog", "by": {"count": {"players": "active", "where": LIT}}},
            **{
                "if": {
                    "all": [
                        {"is": [{"value_of": "Fog"}, "at_least", 3]},
                        {"is": [{"count": {"players": "active"}}, "more_than", 4]},
                    ]
                }
            },
        ),
        "if Fog is at least 3 and there are more than 4 active players:\n  – Fog increases by",
    ),
}


@pytest.mark.parametrize(("clause", "words"), PATTERNS.values(), ids=list(PATTERNS))
def test_it_reads_as_a_rulebook(clause: dict[str, Any], words: str) -> None:
    law = Law(with_clauses(cycle_16(), {**VALUES, "zz": {**clause, "place": 99}}))
    assert any(words in said for said in explain_rule(law, "tolls"))


def test_one_of_an_item_has_its_measure() -> None:
    law = Law(document_of("ministry-of-lamps"))
    assert (amount_of_item(law, "Oil", 1), amount_of_item(law, "Oil", 2)) == ("1 flask of Oil", "2 flasks of Oil")


FOGGY = {"is": [{"value_of": "Fog"}, "at_least", 3]}


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (
            {"grant": "Chip", "to": {"players": "active", "where": FOGGY}},
            "If Fog is at least 3, each active player gains 1 Chip.",
        ),
        (
            {"raise": "Light", "by": 1, "of": {"players": "players", "where": {"all": [FOGGY, {"active": "$it"}]}}},
            "If Fog is at least 3, the Light of each player who is active increases by 1.",
        ),
        (
            {"each": "them", "in": {"players": "active", "where": FOGGY}, "do": [{"meet": "Wood", "who": "$them"}]},
            "If Fog is at least 3, each active player draws",
        ),
        (
            {"raise": "Fog", "by": {"count": {"players": "active", "where": FOGGY}}},
            "the number of active players (nobody unless Fog is at least 3)",
        ),
    ],
)
def test_a_condition_on_a_whole_set_stands_in_front(step: dict[str, Any], words: str) -> None:
    law = Law(with_clauses(cycle_16(), {**VALUES, "zz": {**act(step), "place": 99}}))
    said = "\n".join(explain_rule(law, "tolls"))
    assert words in said
    assert "only if" not in said
