"""Values that are kept for each player, name, item or suit."""

from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.api.rule_values import value_models
from nomic.clauses.models import DeferredEffect, KeptValue, ValueChange
from nomic.clauses.store import value_keys, values
from nomic.clauses.views.values import ShownValue, changes_by, values_of_cycle, values_of_players
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.state_digest import canonical_json
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_shown import html
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, HOUR, START, Clock, Hall, cycle_16
from tests.wiki.test_pages import page_of

DEBT = {"value": "Debt", "of": "player", "by": "player", "least": 0}
VISITED = {"value": "Visited", "of": "player", "by": "name", "is": "flag"}
WHOM = {"with": {"whom": {"is": "player"}}}
WHAT = {"with": {"what": {"is": "text"}}}


def act(*do: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do), **more}


OWE: Clauses = {
    "debt": DEBT,
    "lend": act({"raise": "Debt", "by": 2, "of": "$whom", "for": "$me"}, **WHOM),
    "settle": act(
        {
            "each": "creditor",
            "in": {"listed_in": "Debt", "of": "$me", "are": "players"},
            "do": [
                {"grant": "Vertebra", "n": {"value_of": "Debt", "of": "$me", "for": "$creditor"}, "to": "$creditor"},
                {"announce": "$me pays $creditor."},
            ],
        },
        {"revoke": "Vertebra", "n": {"value_of": "Debt", "of": "$me"}, "from": "$me"},
        {"reset": "Debt", "of": "$me"},
    ),
    "forgive": act({"reset": "Debt", "of": "$whom", "for": "$me"}, **WHOM),
}


def rows(hall: Hall) -> dict[tuple[str, str, str], Any]:
    found = KeptValue.objects.filter(cycle=hall.pk)
    return {(row.name, row.holder, row.key): row.members or row.number for row in found}


def shown_of(hall: Hall, holder: str, name: str, viewer: str = "") -> ShownValue:
    shown = values_of_players(hall.cycle, [holder], viewer)[holder]
    return next(value for value in shown if value.name == name)


def flaws(clauses: Clauses) -> list[tuple[str, str]]:
    at = "/rules/tolls/clauses"
    return [(flaw.path.removeprefix(at), flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]


def test_what_each_owes_to_each(open_with: OpenWith) -> None:
    """Read, raised, added up, gone through in alphabetical order, and forgotten where it is as at first."""
    hall = open_with(OWE)
    entry = hall.do("eve", "tolls_lend", whom="ada")
    assert entry.words == ["eve acts.", "ada's Debt to eve is now 2."]
    hall.do("bob", "tolls_lend", whom="ada")
    hall.do("bob", "tolls_lend", whom="ada")
    hall.do("ada", "tolls_lend", whom="bob")
    owed = {("Debt", "ada", "bob"): 4, ("Debt", "ada", "eve"): 2}
    assert rows(hall) == owed | {("Debt", "bob", "ada"): 2}
    before = {name: hall.has(name, "Vertebra") for name in ("ada", "bob", "eve")}
    told = hall.do("ada", "tolls_settle").words
    assert told[1:3] == ["ada pays bob.", "ada pays eve."]
    assert {name: hall.has(name, "Vertebra") - before[name] for name in before} == {"ada": -6, "bob": 4, "eve": 2}
    assert rows(hall) == {("Debt", "bob", "ada"): 2}
    hall.refused("ada", "tolls_settle", "nothing-comes-of-it", "Tolls")
    hall.do("ada", "tolls_forgive", whom="bob")
    assert rows(hall) == {}
    change = changes_by(hall.entries("tolls_forgive")[0])[0]
    assert (change.name, change.holder, change.before, change.after) == ("Debt to ada", "bob", "2", "0")
    hall.is_sound()


def test_R5_whoever_leaves_is_no_key_either(open_with: OpenWith) -> None:
    """Neither what they owe nor what is owed to them is kept; names that read the same as theirs stay."""
    noted = {"value": "Noted", "by": "name"}
    hall = open_with(OWE | {"noted": noted, "note": act({"raise": "Noted", "by": 1, "for": "ada"})})
    hall.do("ada", "tolls_lend", whom="bob")
    hall.do("bob", "tolls_lend", whom="ada")
    hall.do("bob", "tolls_lend", whom="eve")
    hall.do("bob", "tolls_note")
    hall.do("ada", "leave")
    assert rows(hall) == {("Debt", "eve", "bob"): 2, ("Noted", "", "ada"): 1}
    hall.is_sound()


@pytest.mark.parametrize("leaver", ["ada", "bob"])
def test_R5_a_leaver_is_gone_from_what_ends_later(open_with: OpenWith, leaver: str) -> None:
    """The scheduled end of what is kept for them does nothing, and that of others still comes."""
    lend = act({"set": "Debt", "to": 3, "of": {"players": "players"}, "for": "$me", "until": {"hours": 5}})
    hall = open_with({"debt": DEBT, "lend": lend})
    hall.do("ada", "tolls_lend")
    hall.do("eve", "tolls_lend")
    hall.do(leaver, "leave")
    left = {"ada", "bob", "eve"} - {leaver}
    assert set(rows(hall)) == {("Debt", of, for_) for of in left for for_ in {"ada", "eve"} - {leaver}}
    hall.to(hall.clock.now + 6 * HOUR)
    assert rows(hall) == {}
    assert not DeferredEffect.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def test_each_key_ends_by_itself(open_with: OpenWith) -> None:
    """What is set again for one key lasts; the other's end comes."""
    see = {"set": "Visited", "to": 1, "of": "$me", "for": "$what"}
    hall = open_with(
        {"visited": VISITED, "brief": act(see | {"until": {"hours": 5}}, **WHAT), "for-good": act(see, **WHAT)}
    )
    for what in ("Attic", "Cellar"):
        hall.do("ada", "tolls_brief", what=what)
    hall.do("ada", "tolls_for-good", what="Cellar")
    hall.do("bob", "tolls_brief", what="Cellar")
    hall.to(hall.clock.now + 6 * HOUR)
    assert rows(hall) == {("Visited", "ada", "Cellar"): 1}
    hall.is_sound()


def test_what_is_kept_for_the_cycle_by_suit(open_with: OpenWith) -> None:
    """Only suits of the law are keys, whether they are written down or said."""
    quest = {"value": "Quest", "by": "suit", "starts": 2, "least": 0}
    say = act({"raise": "Quest", "by": -1, "for": "$what"}, **WHAT)
    hall = open_with({"quest": quest, "say": say})
    hall.do("ada", "tolls_say", what="Clocks")
    assert rows(hall) == {("Quest", "", "Clocks"): 1}
    hall.refused("ada", "tolls_say", "nothing-comes-of-it", "Tolls", what="Umbrellas")
    assert flaws({"quest": quest, "bad": act({"raise": "Quest", "by": 1, "for": "Umbrellas"})}) == [
        ("/bad/do/0/for", "Quest is never kept for 'Umbrellas'")
    ]
    hall.is_sound()


def test_an_item_that_the_law_loses_is_no_key(open_with: OpenWith) -> None:
    """What was kept for it ends with it."""
    hall = open_with(
        {"stock": {"value": "Stock", "by": "item"}, "fill": act(
            {"raise": "Stock", "by": 3, "for": "$what"}, {"grant": "Chip", "to": "$me"}, **WHAT)}
    )  # fmt: skip
    hall.do("ada", "tolls_fill", what="Chip")
    words = hall.do("ada", "tolls_fill", what="Nonsense").words
    assert words[1] == "Stock has no entry for 'Nonsense'."
    enact(
        hall,
        {"op": "add", "path": "/items/Feather", "value": {"plural": "Feathers", "kind": "token", "text": "Light."}},
    )
    hall.do("ada", "tolls_fill", what="Feather")
    assert set(rows(hall)) == {("Stock", "", "Chip"), ("Stock", "", "Feather")}
    enact(hall, {"op": "remove", "path": "/items/Feather"})
    assert set(rows(hall)) == {("Stock", "", "Chip")}
    hall.is_sound()


def test_lists_of_names_and_players_by_key(open_with: OpenWith) -> None:
    """Entered and struck; the union of all keys is read without one."""
    guests = {"value": "Guests", "by": "name", "is": "players", "most": 2}
    come = act({"strike": "$me", "from": "Guests", "for": {"listed_in": "Guests"}},
               {"enter": "$me", "in": "Guests", "for": "$what"}, **WHAT)  # fmt: skip
    pay = act({"grant": "Vertebra", "to": {"players_in": "Guests"}})
    hall = open_with({"guests": guests, "come": come, "pay": pay})
    hall.do("ada", "tolls_come", what="Attic")
    hall.do("bob", "tolls_come", what="Cellar")
    hall.do("eve", "tolls_come", what="Cellar")
    hall.do("ada", "tolls_come", what="Cellar")
    assert rows(hall) == {("Guests", "", "Cellar"): '["bob", "eve"]'}
    hall.do("bob", "tolls_come", what="Attic")
    (shown,) = values_of_cycle(hall.cycle)
    assert shown.words == "Attic: bob; Cellar: eve"
    before = hall.has("bob", "Vertebra"), hall.has("eve", "Vertebra")
    hall.do("ada", "tolls_pay")
    assert (hall.has("bob", "Vertebra"), hall.has("eve", "Vertebra")) == (before[0] + 1, before[1] + 1)
    hall.do("eve", "leave")
    assert rows(hall) == {("Guests", "", "Attic"): '["bob"]'}
    hall.is_sound()


def test_the_key_with_the_most(open_with: OpenWith) -> None:
    """As of any set."""
    votes = {"value": "Votes", "by": "name"}
    vote = act({"raise": "Votes", "by": "$n", "for": "$what"},
               **{"with": {"what": {"is": "text"}, "n": {"is": "number"}}})  # fmt: skip
    most = {"first": 1, "of": {"listed_in": "Votes"}, "by": {"value_of": "Votes", "for": "$it"}, "ties": "none"}
    tell = act({"let": "best", "be": most}, {"announce": "Best: $best."})
    hall = open_with({"votes": votes, "vote": vote, "tell": tell})
    for what, count in (("North", 3), ("East", 5), ("West", -9)):
        hall.do("ada", "tolls_vote", what=what, n=count)
    assert hall.do("ada", "tolls_tell").words[1] == "Best: East."
    hall.is_sound()


def test_there_are_so_many_keys_and_no_more(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much is not kept, and the journal says so; what is kept already can change."""
    monkeypatch.setattr(values, "MAX_KEYS", 2)
    monkeypatch.setattr(values, "MAX_ENTRIES", 3)
    see = act({"set": "Visited", "to": 1, "of": "$me", "for": "$what"}, {"grant": "Chip", "to": "$me"}, **WHAT)
    leave = act({"reset": "Visited", "of": "$me", "for": "$what"}, **WHAT)
    hall = open_with({"visited": VISITED, "see": see, "leave": leave})
    for what in ("Attic", "Cellar", "Attic"):
        hall.do("ada", "tolls_see", what=what)
    full = "ada's Visited already has entries for 2 names, so none for Hall can be added."
    assert full in hall.do("ada", "tolls_see", what="Hall").words
    hall.do("bob", "tolls_see", what="Attic")
    assert (
        "Visited already has 3 entries, so none for Hall can be added."
        in hall.do("bob", "tolls_see", what="Hall").words
    )
    hall.do("ada", "tolls_leave", what="Cellar")
    hall.do("ada", "tolls_see", what="Hall")
    assert len(rows(hall)) == 3
    assert value_keys.MAX_KEYS == 100
    hall.is_sound()


def test_an_amendment_keeps_what_still_fits(open_with: OpenWith) -> None:
    """Another key ends all, other bounds clamp, another beginning is that of whatever is not listed."""
    clauses = {"debt": DEBT, "lend": OWE["lend"]}
    hall = open_with(clauses)
    hall.do("ada", "tolls_lend", whom="bob")
    hall.do("ada", "tolls_lend", whom="bob")
    hall.do("eve", "tolls_lend", whom="bob")
    enact(hall, other_clauses(clauses | {"debt": DEBT | {"most": 3}}))
    assert rows(hall) == {("Debt", "bob", "ada"): 3, ("Debt", "bob", "eve"): 2}
    enact(hall, other_clauses(clauses | {"debt": DEBT | {"most": 3, "starts": 2}}))
    assert rows(hall) == {("Debt", "bob", "ada"): 3}  # eve's is as at first now
    hall.is_sound()
    by_name = {"debt": DEBT | {"by": "name"}}
    enact(hall, other_clauses(by_name))
    assert rows(hall) == {}
    ended = ValueChange.objects.filter(entry__action="close-voting", after=None)
    assert list(ended.values_list("holder", "key", "before")) == [("bob", "ada", 3)]
    hall.is_sound()


def test_a_secret_by_key_tells_nobody_for_whom_it_is(open_with: OpenWith) -> None:
    """Neither in words nor by what is listed, until it is revealed; then all its keys are seen."""
    guess = {"value": "Guess", "of": "player", "by": "name", "seen": "owner"}
    say = act({"set": "Guess", "to": 7, "of": "$me", "for": "Xyzzyplugh"})
    clauses = {"guess": guess, "say": say, "open": act({"reveal": "Guess"})}
    hall = open_with(clauses)
    entry = hall.do("ada", "tolls_say")
    assert "Xyzzyplugh" not in canonical_json([entry.words, entry.events, entry.args])
    assert shown_of(hall, "ada", "Guess").is_hidden
    assert shown_of(hall, "ada", "Guess", "ada").words == "Xyzzyplugh: 7"
    assert not ValueChange.objects.filter(hidden=False).exists()
    hall.do("bob", "tolls_open")
    assert shown_of(hall, "ada", "Guess").words == "Xyzzyplugh: 7"
    hall.do("ada", "tolls_say")
    assert shown_of(hall, "ada", "Guess").is_hidden
    hall.is_sound()
    spy = {"is": [{"count": {"listed_in": "Guess", "of": {"players": "players"}}}, "more_than", 0]}
    assert flaws(clauses | {"spy": act({"grant": "Chip", "to": "$me"}, who=spy)}) == [
        ("/spy/who/is/0/count", "Guess is secret: who may or may not do this would reveal it")
    ]


@pytest.mark.parametrize(
    ("do", "place", "detail"),
    [
        ({"raise": "Debt", "by": 1, "of": "$me"}, "raise",
         "'Debt' is kept for each player or name: say for which, as in for: $it"),
        ({"raise": "Debt", "by": 1, "of": "$me", "for": "Attic"}, "raise", "'Debt' is not kept for each name"),
        ({"set": "Visited", "to": 1, "of": "$me", "for": "$me"}, "set", "'Visited' is not kept for each player"),
        ({"set": "Plain", "to": 1, "for": "Attic"}, "set", "'Plain' is not kept for each name"),
        ({"grant": "Chip", "to": {"listed_in": "Visited", "of": "$me", "are": "players"}}, "to/listed_in",
         "'Visited' is not kept for each player"),
        ({"set": "Plain", "to": {"value_of": "Nowhere", "for": "Attic"}}, "to/value_of",
         "there is no value of the cycle 'Nowhere'"),
    ],
)  # fmt: skip
def test_a_key_that_does_not_fit_is_refused_with_its_place(do: dict[str, Any], place: str, detail: str) -> None:
    """At submission; each flaw once."""
    found = flaws({"debt": DEBT, "visited": VISITED, "plain": {"value": "Plain"}, "bad": act(do)})
    assert found == [(f"/bad/do/0/{place}", detail)]


def test_who_sees_it_where(open_with: OpenWith) -> None:
    """A table on pages and by the API, and a correction by an admin names the key."""
    hall = open_with(OWE)
    hall.do("ada", "tolls_lend", whom="bob")
    hall.do(ADMIN, "correct-value", value="Debt", player="bob", key="eve", number=9, reason="forgotten")
    hall.bad(ADMIN, "correct-value", "key", value="Debt", player="bob", number=9, reason="forgotten")
    hall.bad(ADMIN, "correct-value", "key", value="Debt", player="bob", key="nobody", number=9, reason="forgotten")
    (by_api,) = value_models([shown_of(hall, "bob", "Debt")])
    assert by_api.model_dump(exclude={"rule"}) == {
        "name": "Debt", "kind": "by key", "by": "player", "count": 2,
        "entries": [{"key": "ada", "number": 2, "members": []}, {"key": "eve", "number": 9, "members": []}],
    }  # fmt: skip
    hall.is_sound()


def test_it_reads_out(open_with: OpenWith) -> None:
    """As a person would say it."""
    hall = open_with(OWE)
    assert entry_explanation(hall.cycle.law, "rules", "tolls") == (
        "Each player has a number called Debt to each player. Each starts at 0 and is never below 0.",
        "“Act”: You may do this at any time. Choose another player. That player's Debt to you is set back to 0.",
        "“Act”: You may do this at any time. Choose another player. That player's Debt to you increases by 2.",
        "“Act”: You may do this at any time.\n"
        "  – For each player listed in your Debt:\n"
        "    – They gain Vertebrae equal to your Debt to them.\n"
        "    – Announce: “[your name] pays [their name].”\n"
        "  – Lose Vertebrae equal to your Debt.\n"
        "  – Your Debt is set back to 0.",
    )


def test_it_is_a_table_on_pages_and_on_the_wiki(open_with: OpenWith) -> None:
    """Each key in a row; markup in a key stays text."""
    quest = {"value": "Quest", "by": "name"}
    hall = open_with(OWE | {"quest": quest, "say": act({"raise": "Quest", "by": 4, "for": "$what"}, **WHAT)})
    hall.do("ada", "tolls_lend", whom="bob")
    hall.do("ada", "tolls_say", what="<b>[[Moor]] {{x|y}}")
    row = '<tr><th scope="row">{}</th><td>{}</td></tr>'
    assert row.format("&lt;b&gt;[[Moor]] {{x|y}}", 4) in html(hall, "")
    assert row.format("ada", 2) in html(hall, "players/bob/")
    hall.publish()
    gamestate = str(render_page(page_of(hall.cycle, PageKind.GAMESTATE)))
    assert "* Quest: 1, listed below\n" in gamestate
    assert "|+ Quest\n! name\n! Quest\n|-\n| &#60;b&#62;" in gamestate
    assert "| 4\n|}" in gamestate
    assert "! Debt\n" in gamestate
    assert Client().get(f"/api/v1/cycles/{hall.slug}/").json()["values"] == [
        {
            "name": "Quest",
            "rule": "tolls",
            "kind": "by key",
            "by": "name",
            "count": 1,
            "entries": [{"key": "<b>[[Moor]] {{x|y}}", "number": 4, "members": []}],
        }
    ]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["lend", "lend", "brief", "settle", "forgive", "leave", "wait"]),
        st.sampled_from(["ada", "bob", "eve"]),
        st.sampled_from(["ada", "bob", "eve"]),
    ),
    max_size=14,
)


class Owed:
    """A plain count of who owes what to whom, and until when."""

    def __init__(self) -> None:
        self.playing = {"ada", "bob", "eve"}
        self.debts: dict[tuple[str, str], int] = {}
        self.ends: dict[tuple[str, str], datetime] = {}

    def forget(self, *spots: tuple[str, str]) -> None:
        for spot in spots:
            self.debts.pop(spot, None)
            self.ends.pop(spot, None)

    def note(self, what: str, name: str, other: str, now: datetime) -> None:
        spot = other, name
        if what == "lend":
            self.debts[spot] = self.debts.get(spot, 0) + 2
        elif what == "brief":
            self.debts[spot], self.ends[spot] = 5, now + 3 * HOUR
        elif what == "forgive":
            self.forget(spot)
        elif what == "settle":
            self.forget(*[each for each in self.spots() if each[0] == name])
        elif what == "leave":
            self.playing.discard(name)
            self.forget(*[each for each in self.spots() if name in each])
        else:
            self.forget(*[each for each, at in self.ends.items() if at <= now])

    def spots(self) -> set[tuple[str, str]]:
        return {*self.debts, *self.ends}


@pytest.mark.django_db
@settings(max_examples=examples(10), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_debts_in_any_order(steps: list[tuple[str, str, str]]) -> None:
    """What is kept is what a plain count of the acts says, nobody is a key who does not play, and a replay is equal."""
    brief = act({"set": "Debt", "to": 5, "of": "$whom", "for": "$me", "until": {"hours": 3}}, **WHOM)
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        cycle = create_cycle_row(
            with_clauses(cycle_16(), OWE | {"brief": brief}), starts_at=START, slug="h", template="cycle-16"
        )
        begin_cycle(cycle)
        hall, owed = Hall(cycle, Clock(traveller)), Owed()
        hall.join("ada", "bob", "eve")
        for what, name, other in steps:
            if what == "wait":
                hall.to(hall.clock.now + 2 * HOUR)
            elif name not in owed.playing:
                continue
            elif what == "leave":
                hall.do(name, "leave")
            elif what == "settle" or other in owed.playing - {name}:
                with suppress(Refusal):
                    hall.do(name, f"tolls_{what}", **({} if what == "settle" else {"whom": other}))
            else:
                continue
            owed.note(what, name, other, hall.clock.now)
            assert rows(hall) == {("Debt", *spot): n for spot, n in owed.debts.items()}
        hall.is_sound()
        transaction.set_rollback(True)


def test_a_secret_key_is_drawn_in_secret(open_with: OpenWith) -> None:
    """For whom something is kept is in no public record of draws, and no reason tells that it is full."""
    guess = {"value": "Guess", "by": "name", "seen": "nobody"}
    names = {"values": ["North", "East", "South", "West"]}
    hide = act({"set": "Guess", "to": 7, "for": {"sample": 1, "from": names}})
    hall = open_with({"guess": guess, "hide": hide})
    entry = hall.do("ada", "tolls_hide")
    assert not entry.draws
    assert entry.words == ["ada acts."]
    assert len(rows(hall)) == 1
    hall.is_sound()
