"""Programs drawn from the language by chance, about the names of a small law."""

import random
from collections.abc import Mapping
from typing import Any

from tests.effects.apart import law

Names = Mapping[str, str]
_SETS = ("players", "cards", "names")
_CHOICES = {f"{kind} by player": kind for kind in _SETS}


class Programs:
    """Programs for one moment; `names` are the kinds of those that hold where something stands."""

    def __init__(self, chance: random.Random, is_in_hall: bool) -> None:
        self._chance = chance
        self._fresh = iter(range(1_000))
        self._is_in_hall = is_in_hall

    # ── drawing

    def one_of(self, *options: Any) -> Any:
        return self._chance.choice(options)

    def _new(self, letter: str) -> str:
        return f"{letter}{next(self._fresh)}"

    def _known(self, names: Names, kind: str) -> list[str]:
        return [f"${name}" for name, other in names.items() if other == kind]

    def _maybe(self, **more: Any) -> dict[str, Any]:
        """Each of these fields or not; a field is a function that draws it."""
        return {word: draw() for word, draw in more.items() if self._chance.random() < 0.4}

    # ── sets

    def a_set(self, kind: str, names: Names, depth: int) -> Any:
        if depth > 0 and self._chance.random() < 0.25:
            return self._some_of(kind, names, depth)
        return getattr(self, kind)(names, depth)

    def _some_of(self, kind: str, names: Names, depth: int) -> Any:
        members, called = self.a_set(kind, names, depth - 1), self.one_of("it", "it", self._new("p"))
        inside = {**names, called: kind}
        named = {} if called == "it" else {"as": called}
        how = self.one_of("those", "first", "extreme", "together", "sample", "mixed", "alike")
        if how == "those":
            return {"those": members, "where": self.condition(inside, depth - 1), **named}
        if how == "extreme":
            ties = self._maybe(ties=lambda: self.one_of("all", "none", "lot"))
            return {"extreme": members, "by": self.number(inside, depth), **self._least(), **ties, **named}
        if how == "first":
            ties = {"ties": self.one_of("all", "none", "lot")}
            by = self.number(inside, depth)
            return {"first": self.one_of(1, 2), "of": members, "by": by, **self._least(), **ties, **named}
        if how == "together":
            return {"together": [members, self.a_set(kind, names, depth - 1)]}
        if how == "sample":
            return {"sample": self.one_of(1, 2), "from": members, **self._maybe(repeats=lambda: True)}
        if how == "alike" and kind == "cards":
            return {"alike": members, "n": 2}
        return {"mixed": members}

    def _least(self) -> dict[str, Any]:
        return self._maybe(least=lambda: True)

    def players(self, names: Names, depth: int) -> Any:
        known = self._known(names, "players")
        kinds = ["name", "name", "who", "owners", "kept", "chose"] if depth > 0 else ["name"]
        kind = self.one_of(*kinds)
        if kind == "name" and known:
            return self.one_of(*known)
        if kind == "owners":
            return {"owners": self.cards(names, depth - 1)}
        if kind == "kept" and self._is_in_hall and self.one_of(True, False, False):
            return {"listed_in": "Dues", "of": self.players(names, depth - 1), "are": "players"}
        if kind == "kept" and self._is_in_hall:
            return self._kept("players_in", law.PLAYERS_OF_CYCLE, law.PLAYERS_OF_PLAYERS, names, depth)
        if kind == "chose" and (given := self._answers(names)):
            name, chosen = self.one_of(*given)
            what = self.a_set(chosen, names, depth - 1)
            return self.one_of({"answered": name}, {"who_chose": name, "is": what})
        words = ["players", "active", "inactive", "reputable"] if self._is_in_hall else ["players", "participants"]
        found: dict[str, Any] = {"players": self.one_of(*words)}
        if known:
            found |= self._maybe(**{"except": lambda: self.one_of(*known)})
        called = self.one_of("it", "it", self._new("p"))
        if depth > 0:
            found["where"] = self.condition({**names, called: "players"}, depth - 1)
            if called != "it":
                found["as"] = called
        return found

    def cards(self, names: Names, depth: int) -> Any:
        known = self._known(names, "cards")
        if known and self.one_of(True, depth <= 0):
            return self.one_of(*known)
        if depth > 0 and (given := [name for name, kind in self._answers(names) if kind == "cards"]):
            return {"answer": self.one_of(*given), "of": self.players(names, 0)}
        places = ["hand", "hand", "deck", "pile", "copies"]
        if self._is_in_hall:
            places = ["inventory", "inventory", "inventory", "copies", "cycle"]
        place = self.one_of(*places)
        found: dict[str, Any] = {"cards": place}
        if place == "copies":
            found["of"] = self.cards(names, depth - 1) if depth > 0 or known else {"cards": "cycle"}
        elif place not in ("cycle", "pile"):
            found["of"] = self.players(names, depth - 1)
        called = self.one_of("it", "it", self._new("c"))
        if depth > 0:
            found["where"] = self.condition({**names, called: "cards"}, depth - 1)
            if called != "it":
                found["as"] = called
        return found

    def names(self, names: Names, depth: int) -> Any:
        known = self._known(names, "names")
        kind = self.one_of("name", "list", "kept", "answer", "range", "part") if depth > 0 else "name"
        if kind == "name" and known:
            return self.one_of(*known)
        if kind == "kept" and self._is_in_hall and self.one_of(True, False, False):
            return {"listed_in": "Rent"}
        if kind == "kept" and self._is_in_hall:
            return self._kept("names_in", law.NAMES_OF_CYCLE, law.NAMES_OF_PLAYERS, names, depth)
        if kind == "answer" and (given := [name for name, chosen in self._answers(names) if chosen == "names"]):
            return {"answer": self.one_of(*given), "of": self.players(names, 0)}
        if kind == "range":
            return {"values": {"from": self.one_of(0, 1), "to": self.one_of(2, 3)}}
        if kind == "part" and (cards := self._known(names, "cards")):
            return f"{self.one_of(*cards)}.{self.one_of('suits', 'colours', 'types', 'modifiers', 'values', 'species')}"
        return {"values": [self.one_of(*law.OMENS), self.one_of(*law.ITEMS)]}

    def _answers(self, names: Names) -> list[tuple[str, str]]:
        return [(f"${name}", _CHOICES[kind]) for name, kind in names.items() if kind in _CHOICES]

    def _kept(self, word: str, of_cycle: Any, of_players: Any, names: Names, depth: int) -> dict[str, Any]:
        if self.one_of(True, False):
            name = self.one_of(*of_cycle)
            return {word: name, **self._for(name, word, names, depth)}
        name = self.one_of(*of_players)
        return {word: name, "of": self.players(names, depth - 1), **self._for(name, word, names, depth)}

    def _for(self, name: str, word: str, names: Names, depth: int) -> dict[str, Any]:
        """For whom or what, of a value by key; all of them can be read and reset together."""
        if name not in law.BY_NAME + law.BY_PLAYER or (word in ("value_of", "reset") and self.one_of(True, False)):
            return {}
        return {"for": (self.names if name in law.BY_NAME else self.players)(names, depth - 1)}

    # ── numbers and conditions

    def number(self, names: Names, depth: int) -> Any:
        known = self._known(names, "number")
        kinds = [
            "stock",
            "stock",
            "int",
            "count",
            "reckoned",
            "reckoned",
            "name",
            "kept",
            "kept",
            "sum_of",
            "seniority",
        ]
        kind = self.one_of(*kinds) if depth > 0 else self.one_of("int", "name")
        if kind == "name" and known:
            return self.one_of(*known)
        if kind == "stock":
            return {"stock": self.one_of(*law.ITEMS), "of": self._holder(names, depth - 1)}
        if kind == "count":
            return {"count": self.a_set(self.one_of(*_SETS), names, depth - 1)}
        if kind == "kept" and self._is_in_hall:
            return self._kept("value_of", law.NUMBERS_OF_CYCLE, law.NUMBERS_OF_PLAYERS, names, depth)
        if kind == "reckoned":
            return self._reckoned(names, depth)
        if kind == "sum_of":
            chosen, called = self.one_of("players", "cards"), self.one_of("it", self._new("s"))
            by = self.number({**names, called: chosen}, depth - 1)
            named = {} if called == "it" else {"as": called}
            return {"sum_of": self.a_set(chosen, names, depth - 1), "by": by, **named}
        if kind == "seniority" and self._is_in_hall:
            return {"seniority": self.players(names, depth - 1), "in": self.one_of("hours", "phases")}
        return self._chance.randrange(5)

    def _reckoned(self, names: Names, depth: int) -> Any:
        word = self.one_of(
            "sum", "minus", "times", "smallest", "greatest", "quotient", "remainder", "absolute", "worth"
        )
        parts = [self.number(names, depth - 1) for _ in range(2)]
        if word == "absolute":
            return {word: parts[0]}
        if word == "worth":
            return {word: parts[0], "if": self.condition(names, depth - 1), "else": parts[1]}
        return {word: parts}

    def _holder(self, names: Names, depth: int) -> Any:
        return "cycle" if self._is_in_hall and self._chance.random() < 0.2 else self.players(names, depth)

    def condition(self, names: Names, depth: int) -> Any:
        kinds = ["is", "is", "same", "some", "member", "not", "all", "any", "has", "shares", "people"]
        kind = self.one_of(*kinds)
        if kind in ("not", "all", "any") and depth > 0:
            parts = [self.condition(names, depth - 1) for _ in range(1 if kind == "not" else 2)]
            return {kind: parts[0] if kind == "not" else parts}
        if kind == "same":
            chosen = self.one_of(*_SETS)
            return {"is": [self.a_set(chosen, names, 0), "equals", self.a_set(chosen, names, depth)]}
        if kind == "some":
            return {"some": self.a_set(self.one_of(*_SETS), names, depth)}
        if kind == "member":
            chosen = self.one_of(*_SETS)
            return {"member": self.a_set(chosen, names, 0), "of": self.a_set(chosen, names, max(depth, 1))}
        if kind == "has":
            return {"has": self.cards(names, depth), **self._traits()}
        if kind == "shares":
            pair = [self.cards(names, 0), self.cards(names, depth)]
            word = self.one_of("shares", "shares", "opposes")
            if word == "opposes":
                return {word: pair}
            more = self._maybe(within=lambda: 1, whole=lambda: True)
            return {word: self.one_of("value", "suit", "colour", "type"), "of": pair, **more}
        if kind == "people" and self._is_in_hall:
            return self._of_people(names, depth)
        relation = self.one_of("equals", "at_least", "more_than")
        return {"is": [self.number(names, max(depth, 1)), relation, self.number(names, depth)]}

    def _of_people(self, names: Names, depth: int) -> Any:
        who = self.players(names, depth)
        word = self.one_of("reputable", "active", "acted", "holds", "held")
        if word == "holds":
            return {word: who, "office": self.one_of(*law.OFFICES)}
        if word == "held":
            return {word: self.one_of(*law.OFFICES)}
        return {word: who, **({"in": self.one_of("phase", "previous_phase")} if word == "acted" else {})}

    def _traits(self) -> dict[str, Any]:
        wanted = self._maybe(
            species=lambda: self.one_of(*law.SPECIES),
            suit=lambda: self.one_of(*law.SUITS),
            colour=lambda: self.one_of(*law.COLOURS),
            type=lambda: self.one_of(*law.TYPES),
            modifier=lambda: self.one_of(*law.MODIFIERS),
            value=lambda: self.one_of(1, 2, "odd", "even"),
        )
        return wanted or {"suit": self.one_of(*law.SUITS)}

    # ── operations

    def effect(self, names: Names, depth: int) -> list[Any]:
        """A list of steps, each of which knows what those before it bind."""
        found, names = [], dict(names)
        for _ in range(self.one_of(1, 1, 2, 3)):
            step = self._step(names, depth)
            if isinstance(step, tuple):
                step, bound = step
                names |= bound
            found.append(step)
        return found

    def _step(self, names: Names, depth: int) -> Any:
        """A step, or with the name that it binds a pair."""
        anywhere = [
            "grant",
            "revoke",
            "if",
            "each",
            "choose",
            "choose",
            "let",
            "offer",
            "destroy",
            "move",
            "add",
            "change",
        ]
        hall = ["raise", "set", "reset", "enter", "strike", "reveal", "transfer", "announce", "meet", "everybody"]
        hall += ["after", "at", "appoint", "vacate"]
        game = ["take", "swap", "turn", "finish", "play", "wait", "again"]
        kind = self.one_of(*anywhere, *(hall if self._is_in_hall else game)) if depth > 0 else "grant"
        return getattr(self, f"_{kind}")(names, depth)

    def _grant(self, names: Names, depth: int) -> Any:
        item = self.one_of(*law.ITEMS, *(self._known(names, "names") if self._is_in_hall else ()))
        n = self.number(names, depth - 1 if depth > 0 else 0)
        until = {"until": self._end()} if self._is_in_hall and self._chance.random() < 0.1 else {}
        return {"grant": item, "to": self._holder(names, depth), "n": n, **until}

    def _revoke(self, names: Names, depth: int) -> Any:
        n = self.number(names, depth - 1)
        return {"revoke": self.one_of(*law.ITEMS), "from": self._holder(names, depth), "n": n}

    def _transfer(self, names: Names, depth: int) -> Any:
        ends = {"from": self._holder(names, depth), "to": self._holder(names, depth)}
        return {"transfer": self.one_of(*law.ITEMS), **ends, "n": self.number(names, depth - 1)}

    def _if(self, names: Names, depth: int) -> Any:
        otherwise = self._maybe(**{"else": lambda: self.effect(names, depth - 1)})
        return {"if": self.condition(names, depth - 1), "then": self.effect(names, depth - 1), **otherwise}

    def _each(self, names: Names, depth: int) -> Any:
        called, kind = self._new("e"), self.one_of(*_SETS)
        return {
            "each": called,
            "in": self.a_set(kind, names, depth),
            "do": self.effect({**names, called: kind}, depth - 1),
        }

    def _choose(self, names: Names, depth: int) -> Any:
        called, kind = self._new("x"), self.one_of(*_SETS)
        more = self._maybe(
            n=lambda: self.one_of(2, [0, 1], [1, 2], [0, 2], "all", self.number(names, depth - 1)),
            by=lambda: self.one_of("chance", self.players(names, 0)),
            short=lambda: self.one_of("all", "none"),
            late=lambda: self.one_of("none", "chance"),
            asks=lambda: self._text(names),
            **{"else": lambda: self.a_set(kind, names, 0)},
        )
        if "me" not in names and more.get("n") != "all":
            more = {"by": self.one_of("chance", self.players(names, 0)), **more}
        if kind == "cards":
            more |= self._maybe(**{"for": lambda: "destroy"})
        return {"choose": called, "from": self.a_set(kind, names, depth), **more}, {called: kind}

    def _everybody(self, names: Names, depth: int) -> Any:
        who, called, kind = self._new("w"), self._new("y"), self.one_of(*_SETS)
        more = self._maybe(
            n=lambda: self.one_of(2, [0, 1], [1, 2]),
            late=lambda: self.one_of("none", "chance"),
            sealed=lambda: True,
            asks=lambda: self._text({**names, who: "players"}),
            hours=lambda: self.number(names, depth - 1),
        )
        step = {
            "everybody": who,
            "in": self.players(names, depth),
            "chooses": called,
            "from": self.a_set(kind, {**names, who: "players"}, depth - 1),
            **more,
        }
        return step, {called: f"{kind} by player"}

    def _let(self, names: Names, depth: int) -> Any:
        called, kind = self._new("l"), self.one_of("number", "players", "cards", "names")
        be = self.number(names, depth) if kind == "number" else self.a_set(kind, names, depth)
        return {"let": called, "be": be}, {called: kind}

    def _offer(self, names: Names, depth: int) -> Any:
        options = [
            {
                "say": say,
                "do": self.effect(names, depth - 2),
                **self._maybe(needs=lambda: self.condition(names, depth - 2)),
            }
            for say in ("Yes", "Perhaps")[: self.one_of(1, 2)]
        ]
        more = self._maybe(who=lambda: self.players(names, 0), **{"else": lambda: self.effect(names, depth - 2)})
        if self._is_in_hall:
            more |= self._maybe(hours=lambda: self.number(names, depth - 2))
        if "me" not in names:
            more = {"who": self.players(names, 0), **more}
        return {"offer": self._text(names), "options": options, **more}

    def _text(self, names: Names) -> str:
        known = self._known(names, "players") + self._known(names, "number")
        return f"Well, {self.one_of(*known)}?" if known and self.one_of(True, False) else "Well?"

    # ── cards

    def _destroy(self, names: Names, depth: int) -> Any:
        return {"destroy": self.a_set("cards", names, depth), **self._maybe(originals=lambda: True)}

    def _move(self, names: Names, depth: int) -> Any:
        to = "inventory" if self._is_in_hall else self.one_of("hand", "deck")
        return {"move": self.a_set("cards", names, depth), "to": to, "of": self.players(names, depth)}

    def _swap(self, names: Names, depth: int) -> Any:
        return {"swap": [self.cards(names, 0), self.a_set("cards", names, depth)]}

    def _add(self, names: Names, depth: int) -> Any:
        to = "inventory" if self._is_in_hall else self.one_of("hand", "deck")
        step = {"add": self._spec(), "to": to, "of": self.players(names, depth)}
        step |= self._maybe(n=lambda: self.one_of(1, 2, self.number(names, 0)))
        if self._chance.random() < 0.3:
            called = self._new("n")
            return {**step, "as": called}, {called: "cards"}
        return step

    def _spec(self) -> dict[str, Any]:
        if self._is_in_hall and self.one_of(True, False):
            return {"card": "random", **self._maybe(types=lambda: [self.one_of(*law.TYPES)])}
        return {"card": self.one_of(*law.SPECIES), **self._maybe(**{"with": lambda: [self.one_of(*law.MODIFIERS)]})}

    def _change(self, names: Names, depth: int) -> Any:
        cards = self.a_set("cards", names, depth)
        if self.one_of(True, False, False):
            return {"change": cards, "become": self._spec()}
        changes = self._maybe(
            gain=lambda: self._changed(names),
            lose=lambda: self.one_of(self._changed(names), {"modifiers": "all"}),
            shift=lambda: self.number(names, depth - 1),
        )
        if self._is_in_hall:
            changes |= self._maybe(inherit=lambda: self.cards(names, 0), collections=lambda: [["Wear", 50]])
        return {"change": cards, **(changes or {"shift": self.number(names, 0)})}

    def _changed(self, names: Names) -> dict[str, Any]:
        wanted = self._maybe(
            modifiers=lambda: [self.one_of(*law.MODIFIERS)],
            suits=lambda: [self.one_of(*law.SUITS)],
            colours=lambda: self.one_of([self.one_of(*law.COLOURS)], list(law.COLOURS)),
            types=lambda: [self.one_of(*law.TYPES)],
            values=lambda: self.one_of([1], [1, 2], self.number(names, 0)),
        )
        if cards := self._known(names, "cards"):
            wanted |= self._maybe(suits=lambda: f"{self.one_of(*cards)}.suits")
        return wanted or {"suits": ["Stars"]}

    def _take(self, names: Names, depth: int) -> Any:
        more = self._maybe(**{"from": lambda: self.players(names, 0)})
        more |= self._maybe(where=lambda: self.condition({**names, "it": "cards"}, depth - 2))
        return {"take": self.number(names, depth - 1), "who": self.players(names, depth), **more}

    def _turn(self, names: Names, depth: int) -> Any:
        return {"turn": self.one_of("reverse", {"skip": self.players(names, 0)}, {"again": self.players(names, 0)})}

    def _finish(self, names: Names, depth: int) -> Any:
        return {"finish": self.one_of("win", "forfeit"), "who": self.players(names, depth)}

    def _play(self, names: Names, depth: int) -> Any:
        return {"play": self.cards(names, 1)}

    def _again(self, names: Names, depth: int) -> Any:
        named = [f"{card}.species" for card in self._known(names, "cards")]
        return {"again": self.one_of([self.one_of(*law.SPECIES)], *named)}

    def _wait(self, names: Names, depth: int) -> Any:
        event = self.one_of("played", "drawing", "turn_start", "turn_end", "destroyed")
        more = self._maybe(who=lambda: self.players(names, 1))
        if event in ("played", "drawing", "destroyed"):
            more |= self._maybe(where=lambda: self.condition({**names, "it": "cards"}, depth - 2))
        if event == "drawing":
            more["instead"] = True
        return {"wait": event, "do": self.effect(names, depth - 1), **more}

    # ── what rules keep and do later

    def _raise(self, names: Names, depth: int) -> Any:
        where = self._kept("raise", law.NUMBERS_OF_CYCLE, law.NUMBERS_OF_PLAYERS, names, depth)
        return {**where, "by": self.one_of(-1, self.number(names, depth - 1))}

    def _set(self, names: Names, depth: int) -> Any:
        of = self.one_of("number", "names", "players")
        cycle, each = {
            "number": (law.NUMBERS_OF_CYCLE, law.NUMBERS_OF_PLAYERS),
            "names": (law.NAMES_OF_CYCLE, law.NAMES_OF_PLAYERS),
            "players": (law.PLAYERS_OF_CYCLE, law.PLAYERS_OF_PLAYERS),
        }[of]
        to = self.number(names, depth - 1) if of == "number" else self.a_set(of, names, depth - 1)
        until = {"until": self._end()} if self._chance.random() < 0.2 else {}
        return {**self._kept("set", cycle, each, names, depth), "to": to, **until}

    def _reset(self, names: Names, depth: int) -> Any:
        cycle = (*law.NUMBERS_OF_CYCLE, *law.NAMES_OF_CYCLE, *law.PLAYERS_OF_CYCLE)
        each = (*law.NUMBERS_OF_PLAYERS, *law.NAMES_OF_PLAYERS, *law.PLAYERS_OF_PLAYERS)
        return self._kept("reset", cycle, each, names, depth)

    def _enter(self, names: Names, depth: int) -> Any:
        return self._listing("enter", "in", names, depth)

    def _strike(self, names: Names, depth: int) -> Any:
        return self._listing("strike", "from", names, depth)

    def _listing(self, word: str, preposition: str, names: Names, depth: int) -> Any:
        kind = self.one_of("names", "players")
        cycle, each = (("The Omens",), ("Duties",)) if kind == "names" else (("The Guild",), ("Backers",))
        return {word: self.a_set(kind, names, depth - 1), **self._kept(preposition, cycle, each, names, depth)}

    def _reveal(self, names: Names, depth: int) -> Any:
        return self.one_of(
            {"reveal": "The Tide"}, {"reveal": "Debt"}, {"reveal": "Debt", "of": self.players(names, depth)}
        )

    def _announce(self, names: Names, depth: int) -> Any:
        return {"announce": self._text(names)}

    def _meet(self, names: Names, depth: int) -> Any:
        who = self._maybe(who=lambda: self.players(names, depth))
        if "me" not in names:
            who = {"who": self.players(names, depth), **who}
        return {"meet": self.one_of(*law.POOLS), **who}

    def _appoint(self, names: Names, depth: int) -> Any:
        return {"appoint": self.players(names, 0), "office": self.one_of(*law.OFFICES)}

    def _vacate(self, names: Names, depth: int) -> Any:
        return {"vacate": self.one_of(*law.OFFICES)}

    def _end(self) -> Any:
        return self.one_of({self.one_of("hours", "days", "phases"): self.one_of(1, 2)}, *law.EVENTS)

    def _after(self, names: Names, depth: int) -> Any:
        count = self.one_of(1, 2, self.number(names, depth - 1))
        return {"after": {self.one_of("hours", "days", "phases"): count}, "do": self.effect(names, depth - 1)}

    def _at(self, names: Names, depth: int) -> Any:
        event = self.one_of(*law.EVENTS)
        inside = {**names, **({"player": "players"} if event == "joined" else {})}
        return {"at": event, "do": self.effect(inside, depth - 1)}
