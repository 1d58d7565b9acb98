"""Random clauses as somebody could propose them: of every kind, over values, cards, items and people of one law."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import with_clauses
from tests.support.hall import cycle_16

Raw = dict[str, Any]
VALUES: dict[str, Raw] = {
    "fog": {"value": "Fog", "least": 0, "most": 25},
    "well": {"value": "The Well", "least": 0},
    "light": {"value": "Light", "of": "player", "least": 0},
    "seals": {"value": "Seals", "of": "player"},
    "honoured": {"value": "Honoured", "is": "flag", "of": "player"},
    "open": {"value": "Market open", "is": "flag"},
    "seller": {"value": "Seller", "is": "player"},
    "mentor": {"value": "Mentor", "is": "player", "of": "player"},
    "roll": {"value": "The roll", "is": "players"},
    "backers": {"value": "Backers", "is": "players", "of": "player"},
    "room": {"value": "Room", "is": "name", "of": "player", "starts": "Hall"},
    "duties": {"value": "Duties", "is": "names", "of": "player"},
    "debt": {"value": "Debt", "of": "player", "by": "player", "least": 0},
    "guess": {"value": "Guess", "is": "name", "of": "player", "seen": "owner"},
    "rooms": {"table": "Rooms", "columns": {"Doors": "names", "Toll": "number"}, "rows": {"Hall": {"Toll": 2}}},
    "bank": {"keeping": "Bank", "of": "player"},
    "lot": {"keeping": "Lot"},
    "luck": {"outcome": "Luck", "of": "Wood", "do": [{"grant": "Vertebra", "to": "$me", "n": 7}]},
    "walk": {"action": "Walk", "do": [{"announce": "$me walks."}]},
}
ITEMS = ("Chip", "Vertebra", "Gem Key")
ROOMS = ("Hall", "Attic", "Cellar")
PLACE = "zz"


class Clauses:
    """Draws clauses. `me` is the name of the player that a clause is about."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def one_of(self, *options: Any) -> Any:
        return self._chance.choice(options)

    def often(self, share: float) -> bool:
        return self._chance.random() < share

    def some(self, draw: Callable[[], Any], most: int) -> list[Any]:
        return [draw() for _ in range(self._chance.randint(1, most))]

    # ── numbers, conditions and sets

    def item(self) -> str:
        return self.one_of(*ITEMS)

    def number(self, who: str, numbers: tuple[str, ...] = ()) -> Any:
        return self.one_of(
            *numbers,
            self.one_of(1, 2, 3, 5),
            {"value_of": self.one_of("Fog", "The Well")},
            {"value_of": self.one_of("Light", "Seals"), "of": who},
            {"stock": self.item(), "of": who},
            {"roll": self.one_of("1d6", "2d4", "3d6")},
            {"count": self.players(who)},
            {"count": {"cards": "inventory", "of": who}},
            {"quotient": [{"value_of": "Fog"}, self.one_of(2, 3)]},
            {"sum": [1, {"value_of": "Light", "of": who}]},
            {"times": [2, {"value_of": "Seals", "of": who}]},
            {"smallest": [{"stock": self.item(), "of": who}, self.one_of(3, 4)]},
            {"greatest": [0, {"minus": [{"value_of": "Light", "of": who}, 2]}]},
            {"value_of": "Toll", "for": {"names_in": "Room", "of": who}},
            {"since": "last_act", "of": who, "in": "days"},
        )

    def condition(self, who: str, depth: int = 1) -> Any:
        relation = self.one_of("at_least", "more_than", "equals")
        count = self.one_of(1, 1, 2, 5)
        simple = (
            {"is": [{"stock": self.item(), "of": who}, relation, count]},
            {"is": [{"value_of": self.one_of("Light", "Seals"), "of": who}, relation, count]},
            {"is": [{"value_of": "Light", "of": who}, relation, {"value_of": "Seals", "of": who}]},
            {"is": [{"value_of": self.one_of("Fog", "The Well")}, relation, count]},
            {"is": [{"value_of": "Honoured", "of": who}, "equals", self.one_of(0, 1)]},
            {"is": [{"value_of": "Market open"}, "equals", self.one_of(0, 1)]},
            {"is": [{"names_in": "Room", "of": who}, "equals", {"values": [self.one_of(*ROOMS)]}]},
            {"is": [{"count": {"cards": "inventory", "of": who}}, relation, count]},
            {"is": [{"count": self.players(who)}, relation, count]},
            {self.one_of("reputable", "active"): who},
            {"acted": who, "act": self.one_of("burn-card", "tolls_walk"), "in": self.one_of("phase", "cycle")},
            {"acted": who},
            {"holds": who, "office": "Judge"},
            {"member": who, "of": {"players_in": self.one_of("The roll", "Seller")}},
            {"member": {"values": ["Sweeping"]}, "of": {"names_in": "Duties", "of": who}},
            {"some": {"players_in": self.one_of("Seller", "The roll")}},
            {"some": {"players_in": "Backers", "of": who}},
            {"some": {"names_in": "Duties", "of": who}},
            {"some": {"cards": "inventory", "of": who, "where": self.of_card()}},
            {"is": [{"stock": self.item(), "of": {"keeping": "Bank", "of": who}}, relation, count]},
            {"in_match": who, "kind": "battle"},
        )
        if depth and self.often(0.25):
            return {self.one_of("all", "any"): [self.condition(who, 0), self.condition(who, 0)]}
        chosen = self._chance.choice(simple)
        return {"not": chosen} if self.often(0.2) else chosen

    def of_card(self) -> Any:
        return self.one_of(
            {"has": "$it", "suit": "Hearts"},
            {"has": "$it", "modifier": "Holographic"},
            {"has": "$it", "value": self.one_of("odd", "even")},
            {"has": "$it", "type": "Special"},
            {"not": {"has": "$it", "colour": "Red"}},
        )

    def players(self, who: str = "") -> Any:
        found: Raw = {"players": self.one_of("players", "active", "reputable", "inactive")}
        if who and who != "$it" and self.often(0.4):
            found["except"] = who
        if self.often(0.5):
            found["where"] = self.simple_of_it()
        return found

    def simple_of_it(self) -> Any:
        return self.one_of(
            {"is": [{"value_of": "Light", "of": "$it"}, "at_least", 2]},
            {"is": [{"stock": self.item(), "of": "$it"}, "at_least", self.one_of(1, 3)]},
            {"is": [{"value_of": "Honoured", "of": "$it"}, "equals", self.one_of(0, 1)]},
            {"not": {"acted": "$it", "in": "previous_phase"}},
            {"member": "$it", "of": {"players_in": "The roll"}},
            {"is": [{"names_in": "Room", "of": "$it"}, "equals", {"values": [self.one_of(*ROOMS)]}]},
        )

    def group(self, who: str) -> Any:
        by = self.one_of({"value_of": "Light", "of": "$it"}, {"stock": self.item(), "of": "$it"})
        least = {"least": True} if self.often(0.3) else {}
        return self.one_of(
            self.players(who),
            {"players_in": self.one_of("The roll", "Seller")},
            {"players_in": "Backers", "of": who},
            {"players_in": "Mentor", "of": who},
            {"extreme": self.players(), "by": by, **least},
            {"first": self.one_of(1, 3), "of": self.players(), "by": by, "ties": self.one_of("all", "lot", "none")},
            {"sample": self.one_of(1, 2), "from": self.players(who)},
        )

    def cards(self, who: str) -> Any:
        found: Raw = {"cards": "inventory", "of": who}
        if self.often(0.4):
            found["where"] = self.of_card()
        return found

    # ── effects

    def steps(self, who: str, numbers: tuple[str, ...] = (), depth: int = 1, most: int = 2) -> list[Any]:
        return [step for steps in self.some(lambda: self.step(who, numbers, depth), most) for step in steps]

    def step(self, who: str, numbers: tuple[str, ...], depth: int) -> list[Any]:
        number, target = self.number(who, numbers), self.one_of(who, who, self.group(who))
        plain: list[list[Any]] = [
            [{"grant": self.item(), "to": target, "n": number}],
            [{"revoke": self.item(), "from": target, "n": number}],
            [{"transfer": self.item(), "from": who, "to": self.one_of("cycle", {"keeping": "Bank", "of": who})}],
            [{"transfer": self.item(), "from": self.one_of("cycle", {"keeping": "Lot"}), "to": target, "n": number}],
            [{"transfer": self.item(), "from": self.group(who), "to": who, "n": self.one_of(1, 2)}],
            [{"raise": self.one_of("Fog", "The Well"), "by": self.one_of(-1, number)}],
            [{"raise": self.one_of("Light", "Seals"), "of": target, "by": self.one_of(-1, -2, number)}],
            [{"set": self.one_of("Light", "Seals"), "of": target, "to": number}],
            [{"set": "Honoured", "of": target, "to": self.one_of(0, 1)}],
            [{"set": "Market open", "to": self.one_of(0, 1)}],
            [{"set": "Room", "of": target, "to": {"values": [self.one_of(*ROOMS)]}}],
            [{"set": "Room", "of": who, "to": {"sample": 1, "from": {"values": list(ROOMS)}}}],
            [{"set": "Seller", "to": who}],
            [{"set": "Mentor", "of": who, "to": {"sample": 1, "from": self.players(who)}}],
            [{"reset": self.one_of("Light", "Room", "Duties", "Backers", "Mentor"), "of": target}],
            [{"reset": self.one_of("Seller", "The roll", "Fog")}],
            [{"enter": target, "in": "The roll"}],
            [{"strike": target, "from": "The roll"}],
            [{"enter": {"values": ["Sweeping"]}, "in": "Duties", "of": target}],
            [{"enter": {"players_in": "Seller"}, "in": "Backers", "of": who}],
            [{"reveal": "Guess", **({"of": who} if self.often(0.5) else {})}],
            [{"announce": "It rains."}],
            [{"add": {"card": "random"}, "to": "inventory", "of": target, "n": self.one_of(1, 2)}],
            [{"meet": "Wood", "who": who}],
            [{"appoint": who, "office": "Judge"}],
            [{"vacate": "Judge"}],
            [{"grant": self.item(), "to": who, "n": self.one_of(1, 3), "until": self.end()}],
            [{"set": "Honoured", "of": who, "to": 1, "until": self.end()}],
            [
                {"choose": "lost", "from": self.cards(who), "n": self.one_of(1, 2), "by": self.one_of("chance", who)},
                self.one_of(
                    {"destroy": "$lost"},
                    {"change": "$lost", "gain": {"modifiers": ["Holographic"]}},
                    {"move": "$lost", "to": "inventory", "of": {"players_in": "Seller"}},
                ),
            ],
            [
                {"choose": "friend", "from": self.players(who), "by": self.one_of("chance", who)},
                self.one_of(
                    {"grant": self.item(), "to": "$friend"},
                    {"raise": "Light", "of": "$friend", "by": 1},
                    {"raise": "Debt", "of": "$friend", "for": who, "by": 2},
                ),
            ],
            [
                {"let": "paid", "be": {"smallest": [{"stock": "Chip", "of": who}, 5]}},
                {"revoke": "Chip", "from": who, "n": "$paid"},
                {"raise": "Fog", "by": "$paid"},
            ],
            [
                {
                    "let": "poorest",
                    "be": {"extreme": self.players(), "by": {"stock": "Chip", "of": "$it"}, "least": True},
                },
                {"grant": "Chip", "to": "$poorest"},
            ],
        ]
        if not depth or self.often(0.7):
            return self._chance.choice(plain)
        inner = self.steps(who, numbers, 0)
        nested: list[list[Any]] = [
            [
                {
                    "if": self.condition(who),
                    "then": inner,
                    **({"else": self.steps(who, numbers, 0)} if self.often(0.4) else {}),
                }
            ],
            [{"each": "them", "in": self.group(who), "do": self.steps("$them", (), 0)}],
            [{"after": self.one_of({"hours": 24}, {"days": 2}, {"phases": 2}), "do": inner}],
            [{"at": self.one_of("phase-ends", "week-begins", "proposal-enacted"), "do": inner}],
            [
                {
                    "offer": "Go on?",
                    "who": who,
                    "options": [
                        {"say": "Yes", "do": inner, **({"needs": self.condition(who, 0)} if self.often(0.4) else {})}
                    ],
                    **({"else": self.steps(who, numbers, 0, 1)} if self.often(0.5) else {}),
                }
            ],
            [
                {
                    "everybody": "each",
                    "in": self.players(),
                    "chooses": "pick",
                    "from": {"values": ["left", "right"]},
                    **({"sealed": True} if self.often(0.5) else {}),
                },
                {"grant": "Chip", "to": {"who_chose": "$pick", "is": {"values": ["left"]}}},
            ],
        ]
        return self._chance.choice(nested)

    def end(self) -> Any:
        return self.one_of(
            {"hours": 12}, {"days": 3}, {"phases": 1}, {"phases": 2}, "phase-ends", "day-begins", "joined"
        )

    # ── clauses

    def clause(self) -> Raw:
        kind = self.one_of(
            *("action",) * 5, *("when",) * 5, "forbid", "freeze", "wins", "outcome", "class", "office", "value"
        )
        return getattr(self, f"_{kind}")()

    def _action(self) -> Raw:
        clause: Raw = {"action": self.one_of("Light a lamp", "Visit the market", "Toll the bell"), "do": []}
        numbers: tuple[str, ...] = ()
        extra: list[Any] = []
        if self.often(0.5):
            name, argument, use = self.argument()
            clause["with"] = {name: argument}
            extra = use
            if argument["is"] == "number":
                numbers = (f"${name}",)
        if self.often(0.4):
            clause["who"] = self.condition("$me")
        if self.often(0.3):
            clause["in"] = self.one_of(["rest"], ["battle"])
        if self.often(0.5):
            clause["limit"] = {"times": self.one_of(1, 2, 3), "per": self.one_of("phase", "day", "week", "cycle")}
            if self.often(0.2):
                clause["limit"]["together"] = True
        if self.often(0.4):
            clause["costs"] = {self.item(): self.one_of(1, 2, {"value_of": "Fog"})}
        clause["do"] = [*extra, *self.steps("$me", numbers)]
        return clause

    def argument(self) -> tuple[str, Raw, list[Any]]:
        or_self = {"or_self": True} if self.often(0.3) else {}
        where = {"where": self.simple_of_it()} if self.often(0.4) else {}
        item = self.item()
        return self.one_of(
            (
                "whom",
                {"is": "player", **or_self, **where},
                self.one_of(
                    [{"transfer": item, "from": "$me", "to": "$whom", "n": self.one_of(1, 2)}],
                    [{"raise": "Light", "of": "$whom", "by": 1}],
                    [{"set": "Mentor", "of": "$me", "to": "$whom"}],
                    [{"set": "Seller", "to": "$whom"}],
                    [{"enter": "$whom", "in": "Backers", "of": "$me"}],
                    [{"raise": "Debt", "of": "$me", "for": "$whom", "by": 1}],
                ),
            ),
            ("whom", {"is": "players", "least": 1, "most": 3, **or_self, **where}, [{"grant": item, "to": "$whom"}]),
            ("card", {"is": "card", **({"for": "destroy"} if self.often(0.5) else {})}, [{"destroy": "$card"}]),
            (
                "cards",
                {"is": "cards", "least": self.one_of(1, 2), "most": 2, "where": self.of_card()},
                [{"change": "$cards", "gain": {"modifiers": ["Holographic"]}}],
            ),
            (
                "n",
                {"is": "number", "least": 1, "most": self.one_of(6, {"stock": item, "of": "$me"})},
                self.one_of([{"revoke": item, "from": "$me", "n": "$n"}], [{"set": "Light", "of": "$me", "to": "$n"}]),
            ),
            (
                "item",
                {"is": "item", **({"own": True} if self.often(0.5) else {})},
                [{"revoke": "$item", "from": "$me"}],
            ),
            (
                "where",
                {
                    "is": "name",
                    "one_of": self.one_of(list(ROOMS), {"names_in": "Doors", "for": {"names_in": "Room", "of": "$me"}}),
                },
                [{"set": "Room", "of": "$me", "to": "$where"}],
            ),
            ("note", {"is": "text", "longest": 60}, [{"announce": "$me says: $note"}]),
            ("proposal", {"is": "proposal"}, [self.one_of({"veto": "$proposal"}, {"lapse": "$proposal"})]),
        )

    def _when(self) -> Raw:
        event, who, numbers = self.one_of(
            ("phase-began", "", ()),
            ("phase-ends", "", ()),
            ("day-begins", "", ()),
            ("week-begins", "", ()),
            ("cycle-began", "", ()),
            ("joined", "$player", ()),
            ("became-reputable", "$player", ()),
            ("item-gained", "$player", ("$n",)),
            ("item-lost", "$player", ("$n",)),
            ("voted", "$who", ()),
            ("proposal-submitted", "$who", ()),
            ("proposal-enacted", "$proposal.author", ()),
            ("proposal-failed", "$proposal.author", ()),
            ("value-moved", self.one_of("$of", ""), ("$now",)),
            ("does", "$who", ()),
            ("card-destroyed", "$player", ()),
            ("law-changed", "", ()),
        )
        clause: Raw = {"when": event}
        if event == "does":
            clause["act"] = self.one_of("burn-card", "buy", "vote", "tolls_walk", "gift")
            if self.often(0.2):
                clause["before"] = True
        if event == "phase-began" and self.often(0.5):
            clause["in"] = [self.one_of("rest", "battle")]
        if event == "value-moved":
            moved = "Light" if who else "Fog"  # Fog belongs to nobody
            clause["if"] = {"is": ["$value", "equals", {"values": [moved]}]}
        elif who and who.startswith("$") and "." not in who and self.often(0.4):
            clause["if"] = self.condition(who)
        elif self.often(0.2):
            clause["if"] = {"is": [{"value_of": "Fog"}, self.one_of("at_least", "equals"), 5]}
        if who:
            clause["do"] = self.steps(who, numbers)
            return clause
        called = "them"
        clause["do"] = self.one_of(
            [{"each": called, "in": self.players(), "do": self.steps("$them", (), 0)}],
            [{"grant": self.item(), "to": self.group_of_all(), "n": self.one_of(1, 2)}],
            [{"raise": "Light", "of": self.group_of_all(), "by": self.one_of(1, -1)}],
            [{"raise": "Fog", "by": self.one_of(1, -2, {"roll": "1d6"}, {"count": self.players()})}],
            [{"set": "Seller", "to": {"sample": 1, "from": self.players()}}],
            [{"reset": self.one_of("Light", "Honoured", "Duties"), "of": {"players": "players"}}],
        )
        return clause

    def group_of_all(self) -> Any:
        by = self.one_of({"value_of": "Light", "of": "$it"}, {"stock": self.item(), "of": "$it"})
        return self.one_of(
            self.players(),
            {"players_in": "The roll"},
            {"extreme": {"players": "players"}, "by": by},
            {"first": self.one_of(1, 2), "of": self.players(), "by": by, "ties": self.one_of("all", "none", "lot")},
        )

    def _forbid(self) -> Raw:
        banned = self.one_of("vote", "gift", "buy", "submit-proposal", "tolls_walk", "burn-card")
        because = {"because": "The Hall is closed"}
        return {"forbid": banned, "if": self.condition("$me"), **because}

    def _freeze(self) -> Raw:
        what = self.one_of("everything", "items", "cards")
        stops = self.one_of({}, {"stops": "gains"}, {"stops": "losses"})
        only = {"only": [self.item()]} if what == "items" and self.often(0.5) else {}
        return {"freeze": what, "whose": self.condition("$it"), **stops, **only, "because": "they rest"}

    def _wins(self) -> Raw:
        return {"wins": self.condition("$it"), "alone": self.one_of(True, False)}

    def _outcome(self) -> Raw:
        condition = {"if": self.condition("$me")} if self.often(0.4) else {}
        return {"outcome": "The cellar", "of": "Wood", **condition, "do": self.steps("$me")}

    def _class(self) -> Raw:
        against = {"sum": ["$against", "$unclear"]}
        clause: Raw = {
            "class": "Petition",
            "lasts": self.one_of({"hours": 48}, {"phases": 1}),
            "passes": self.one_of(
                {"is": ["$for", "more_than", against]},
                {"is": [1, "at_least", against]},
                {"is": ["$for", "at_least", 3]},
                {"all": [{"is": ["$for", "more_than", "$against"]}, {"is": ["$voters", "at_least", 4]}]},
                {"is": [{"times": [2, "$for"]}, "more_than", "$eligible"]},
            ),
        }
        if self.often(0.4):
            clause["who"] = self.condition("$me")
        if self.often(0.4):
            clause["costs"] = {self.item(): self.one_of(1, 2)}
        if self.often(0.3):
            clause["seconds"] = {"n": self.one_of(1, 2), "within": 24}
        if self.often(0.4):
            clause["votes"] = self.one_of(
                {"who": {"active": "$it"}}, {"weight": {"value_of": "Seals", "of": "$it"}}, {"sealed": True}
            )
        if self.often(0.4):
            clause["then"] = [{"grant": self.item(), "to": "$author"}]
        if self.often(0.3):
            clause["else"] = [{"revoke": self.item(), "from": "$author"}]
        return clause

    def _office(self) -> Raw:
        ways: Raw = {
            "election": {
                **({"stand": self.condition("$me", 0)} if self.often(0.4) else {}),
                "counted": self.one_of("ranked", "plurality", "approval", "borda"),
                "ties": self.one_of("none", "lot", "earliest"),
                "ends": self.one_of({"hours": 72}, {"phases": 1}, {"at": "week-ends"}),
                **({"ballots": self.one_of("sealed", "secret")} if self.often(0.4) else {}),
            },
            "handed_over": True,
            "price": {self.item(): self.one_of(1, 5)},
            "lot": {"at": self.one_of("phase-began", "week-begins")},
        }
        chosen = self._chance.sample(sorted(ways), self.one_of(1, 1, 2))
        return {
            "office": "Captain",
            **({"seats": self.one_of(2, 3)} if self.often(0.3) else {}),
            "filled_by": {way: ways[way] for way in chosen},
            **({"until": self.one_of({"days": 14}, {"phases": 2})} if self.often(0.5) else {}),
            **({"removed_by": self.one_of(1, 3)} if self.often(0.4) else {}),
        }

    def _value(self) -> Raw:
        return self.one_of(
            {"value": "Rank", "starts": self.one_of(0, 1), "least": 0, **({"most": 9} if self.often(0.5) else {})},
            {"value": "Rank", "of": "player", "most": 5, **({"beside": True} if self.often(0.5) else {})},
            {"value": "Cursed", "is": "flag", "of": self.one_of("cycle", "player")},
            {"value": "Motto", "is": "name", "of": self.one_of("cycle", "player"), "longest": 60},
            {"value": "Colour", "is": "name", "of": self.one_of("cycle", "player"), "one_of": ["Red", "Blue"]},
            {"value": "Motto", "is": "name", "of": "player", "seen": self.one_of("owner", "nobody")},
            {"value": "Friends", "is": "players", "of": self.one_of("cycle", "player"), "most": self.one_of(1, 3)},
            {"value": "Rival", "is": "player", "of": self.one_of("cycle", "player")},
            {"value": "Quests", "is": "names", "of": self.one_of("cycle", "player")},
            {"value": "Owed", "of": "player", "by": self.one_of("player", "suit", "item", "name"), "least": 0},
            {"keeping": "Vault", "of": self.one_of("cycle", "player")},
            {"freeze": "items", "whose": self.condition("$it"), "because": "it is winter"},
        )


def random_clauses(count: int, seed: int = 0) -> Iterator[tuple[Raw, str]]:
    """Yield random clauses that the law accepts, each with its sentences."""
    drawn, made = Clauses(random.Random(seed)), 0
    while made < count:
        clause = drawn.clause()
        document = with_clauses(cycle_16(), {**VALUES, PLACE: {**clause, "place": 99}})
        if flaws_of(document):
            continue
        made += 1
        others = explain_rule(Law(with_clauses(cycle_16(), VALUES)), "tolls")
        said = [text for text in explain_rule(Law(document), "tolls") if text not in others]
        yield clause, "\n".join(said)
