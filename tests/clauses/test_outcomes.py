"""Things that can happen: rules put them into a pool, and chance picks which of them somebody meets."""

from typing import Any

import pytest

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.models import PendingQuestion
from nomic.clauses.trial_run import flaws_in_cycle
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.actor import SYSTEM
from nomic.law.document.sections import Law, flaws_of
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_triggers import when
from tests.support.hall import Hall, cycle_16

ALL = {"players": "players"}


def outcome(title: str, *steps: Any, of: str = "exploration", **more: Any) -> dict[str, Any]:
    """One of what exploring can bring."""
    return {"outcome": title, "of": of, "do": list(steps), **more}


EXPLORE: Clauses = {"explore": {"action": "Explore", "do": [{"meet": "exploration"}]}}
DOOR = outcome("The hidden door", {"grant": "Chip", "to": "$me", "n": 2})
PIT = outcome("The pit", {"revoke": "Vertebra", "from": "$me"})
HOARD = outcome("The hoard", {"grant": "Chip", "to": "$me", "n": 9}, **{"if": {"any": []}})


def met(hall: Hall) -> str:
    """What the last entry says was met."""
    (line,) = [line for line in hall.entries("tolls_explore")[-1].words if " finds " in line]
    return line


def test_chance_picks_one_of_what_is_on_offer(open_with: OpenWith) -> None:
    """It happens to whoever meets it, and everybody reads which it was."""
    door = outcome("The hidden door", {"grant": "Gem Key", "to": "$me", "n": 2})
    hall = open_with(EXPLORE | {"door": door, "pit": PIT, "hoard": HOARD})
    seen: set[str] = set()
    while len(seen) < 2 and hall.cycle.seq < 60:
        keys, bones = hall.has("ada", "Gem Key"), hall.has("ada", "Vertebra")
        hall.do("ada", "tolls_explore")
        gained = (hall.has("ada", "Gem Key") - keys, hall.has("ada", "Vertebra") - bones)
        seen.add(met(hall))
        assert gained == {"ada finds “The hidden door”.": (2, 0), "ada finds “The pit”.": (0, -1)}[met(hall)]
    assert len(seen) == 2
    hall.is_sound()


def test_the_draw_is_even(open_with: OpenWith) -> None:
    """Each is as likely as any other, and the journal has the draw."""
    hall = open_with(EXPLORE | {f"way-{number}": outcome(f"Way {number}", *DOOR["do"]) for number in range(14)})
    entry = hall.do("ada", "tolls_explore")
    (drawn,) = entry.draws
    way = sorted(range(14), key=str)[drawn.value]
    assert (drawn.sides, met(hall)) == (14, f"ada finds “Way {way}”.")


def test_a_condition_is_asked_of_whoever_meets_it(open_with: OpenWith) -> None:
    """Two of these are never on offer together."""
    rich = {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 2]}
    hall = open_with(EXPLORE | {"door": DOOR | {"if": {"not": rich}}, "pit": PIT | {"if": rich}})
    hall.do("ada", "tolls_explore")
    assert met(hall) == "ada finds “The hidden door”."
    hall.do("ada", "tolls_explore")
    assert met(hall) == "ada finds “The pit”."
    hall.do("bob", "tolls_explore")
    assert met(hall) == "bob finds “The hidden door”."


def test_where_nothing_is_on_offer_nothing_happens(open_with: OpenWith) -> None:
    """And the journal says so; nothing is drawn."""
    hall = open_with(EXPLORE | {"hoard": HOARD})
    entry = hall.do("ada", "tolls_explore")
    assert met(hall) == "ada finds nothing: exploration has nothing to offer now."
    assert not entry.draws
    hall.is_sound()


def test_everybody_meets_something_of_their_own(open_with: OpenWith) -> None:
    """`$me` is whoever meets it, by whomever that came about."""
    hall = open_with(
        {"night": when("phase-began", {"meet": "exploration", "who": ALL}), "door": DOOR}, "ada", "bob", "eve"
    )
    before = {name: hall.has(name, "Chip") for name in ("ada", "bob", "eve")}
    hall.to(hall.cycle.phase_ends_at)
    assert {name: hall.has(name, "Chip") - before[name] for name in before} == dict.fromkeys(before, 2)
    hall.is_sound()


def test_other_rules_hear_of_it(open_with: OpenWith) -> None:
    """With who met what."""
    heard = when("outcome-met", {"grant": "Chip", "to": "$player"}) | {
        "if": {"is": ["$outcome", "equals", "The hidden door"]}
    }
    hall = open_with(EXPLORE | {"door": DOOR, "heard": heard})
    before = hall.has("ada", "Chip")
    hall.do("ada", "tolls_explore")
    assert hall.has("ada", "Chip") == before + 3


def test_a_vote_adds_to_the_pool_and_takes_out_of_it(open_with: OpenWith) -> None:
    """The next who explores may meet it."""
    hall = open_with(EXPLORE | {"hoard": HOARD})
    enact(hall, {"op": "add", "path": "/rules/tolls/clauses/door", "value": DOOR})
    hall.do("ada", "tolls_explore")
    assert met(hall) == "ada finds “The hidden door”."
    enact(hall, {"op": "remove", "path": "/rules/tolls/clauses/door"})
    hall.do("ada", "tolls_explore")
    assert "nothing to offer" in met(hall)
    hall.is_sound()


# ── what is asked within


def offered(say: str, *steps: Any) -> dict[str, Any]:
    return {"offer": "Well?", "options": [{"say": say, "do": list(steps)}]}


def test_R18_what_is_met_asks_after_the_draw(open_with: OpenWith) -> None:
    """The entry stands with what was met, and the question waits."""
    hall = open_with(EXPLORE | {"door": outcome("A door", offered("Open it", {"grant": "Chip", "to": "$me", "n": 5}))})
    before = hall.has("ada", "Chip")
    hall.do("ada", "tolls_explore")
    assert met(hall) == "ada finds “A door”."
    row = PendingQuestion.objects.get(cycle=hall.pk)
    hall.do("ada", "answer", question=row.code, answer=[0])
    assert hall.has("ada", "Chip") == before + 5
    hall.is_sound()


def test_whoever_meets_it_is_asked_and_the_others_after_them(open_with: OpenWith) -> None:
    """Nobody who has still to meet something is forgotten when a question waits, nor is what comes after them."""
    door = outcome("A door", offered("Open it", {"grant": "Chip", "to": "$me", "n": 5}))
    everybody = {"meet": "exploration", "who": ALL}
    hall = open_with(
        {"all": {"action": "All", "do": [everybody, {"grant": "Vertebra", "to": "$me", "n": 7}]}, "door": door}
    )
    before = {name: hall.has(name, "Chip") for name in ("ada", "bob", "eve")}
    bones = hall.has("eve", "Vertebra")
    hall.do("eve", "tolls_all")
    for name, answer in (("ada", [0]), ("bob", []), ("eve", [0])):
        row = PendingQuestion.objects.get(cycle=hall.pk)
        hall.refused("eve" if name != "eve" else "ada", "answer", "nothing-asked", question=row.code, answer=answer)
        hall.do(name, "answer", question=row.code, answer=answer)
    assert [hall.has(name, "Chip") - before[name] for name in ("ada", "bob", "eve")] == [5, 0, 5]
    assert hall.has("eve", "Vertebra") == bones + 7
    assert not PendingQuestion.objects.filter(cycle=hall.pk).exists()
    hall.is_sound()


def test_R5_who_leaves_while_something_is_met_is_asked_no_more(open_with: OpenWith) -> None:
    """Nor is whoever acted asked in their place."""
    twice = offered("Open it", {"grant": "Chip", "to": "$me", "n": 5})
    everybody = {"meet": "exploration", "who": {"players": "players", "except": "$me"}}
    hall = open_with({"all": {"action": "All", "do": [everybody]}, "door": outcome("A door", twice, twice)})
    hall.do("eve", "tolls_all")
    hall.do("ada", "leave")
    row = PendingQuestion.objects.get(cycle=hall.pk)
    assert [asked.player for asked in row.asked.all()] == ["bob"]
    hall.is_sound()


# ── checks


BAD: dict[str, tuple[Clauses, str, str]] = {
    "a pool that there is not": (
        {"a": {"action": "A", "do": [{"meet": "nothing"}]}},
        "/a/do/0/meet",
        "there is no pool of outcomes 'nothing'",
    ),
    "a circle": (
        EXPLORE | {"a": outcome("A", {"if": {"all": []}, "then": [{"meet": "exploration"}]})},
        "/a/do/0/then/0",
        "cannot draw another outcome",
    ),
    "say who draws it": (
        {"a": when("phase-began", {"meet": "exploration"}), "b": DOOR},
        "/a/do/0",
        "say who draws it",
    ),
    "meeting in a condition": (
        {"a": {"wins": {"meet": "exploration"}}, "b": DOOR},
        "/a/wins",
        "a condition needed here",
    ),
    "an outcome that cannot be": (
        EXPLORE | {"a": outcome("A", {"grant": "Pebble", "to": "$me"})},
        "/a/do/0/grant",
        "there is no item 'Pebble'",
    ),
    "a condition of nobody": (
        EXPLORE | {"a": DOOR | {"if": {"reputable": "$them"}}},
        "/a/if/reputable",
        "nothing is called $them here",
    ),
    "too many draws in what is met": (
        {
            "a": {"action": "A", "do": [{"meet": "exploration", "who": ALL}]},
            "b": outcome("B", {"grant": "Chip", "to": "$me", "n": {"roll": "60d6"}}),
            "c": DOOR,
        },
        "/a/do",
        "this may draw 1220 times",
    ),
    "too much work in what is met": (
        {
            "a": {"action": "A", "do": [{"each": "k", "in": {"values": {"from": 1, "to": 100}}, "do": MANY}]},
            "b": outcome(
                "B", {"each": "k", "in": {"values": {"from": 1, "to": 100}}, "do": [{"grant": "Chip", "to": "$me"}]}
            ),
        }
        if (MANY := [{"meet": "exploration", "who": ALL}])
        else {},
        "/a/do",
        "steps",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_met_is_refused(name: str) -> None:
    """With its place."""
    clauses, place, detail = BAD[name]
    found = [(flaw.path, flaw.detail) for flaw in flaws_of(with_clauses(cycle_16(), clauses))]
    assert any(path == f"/rules/tolls/clauses{place}" and detail in said for path, said in found), found


def test_each_new_outcome_is_tried_out(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is not on offer now."""
    hall = open_with(EXPLORE | {"door": DOOR})
    tried = []
    monkeypatch.setattr(
        "nomic.clauses.trial_run.carry_out", lambda act, placed, *more: tried.append(f"{placed.name} {more[2]}")
    )
    new = Law(with_clauses(cycle_16(), EXPLORE | {"door": DOOR, "hoard": HOARD}))
    assert flaws_in_cycle(ReadContext(hall.cycle, SYSTEM, hall.clock.now), new) == []
    assert tried == ["hoard ada", "hoard bob", "hoard eve"]


def test_it_is_told_under_its_rule() -> None:
    """What can be met, when, and what then happens; and that something of the pool is met."""
    rich = {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 2]}
    law = Law(with_clauses(cycle_16(), EXPLORE | {"door": DOOR | {"if": rich, "place": 1}}))
    assert explain_rule(law, "tolls") == (
        "“Explore”: You may do this at any time. Draw a random outcome of “exploration”.",
        "“The hidden door” (an outcome of “exploration”): You can draw it only if you have at least 2 Chips. "
        "Gain 2 Chips.",
    )


def test_a_repeal_of_the_pool_is_seen_by_who_meets_it(open_with: OpenWith) -> None:
    """The last outcome cannot go while something meets the pool."""
    left = with_clauses(cycle_16(), {**EXPLORE, **other_clauses({})["value"]})
    assert [flaw.detail for flaw in flaws_of(left)] == ["there is no pool of outcomes 'exploration'"]
    assert not clauses_of(Law(left)).outcomes


CHIP = {"is": [{"stock": "Chip", "of": "$me"}, "at_least", 1]}
SLOT = {"say": "Yes", "needs": CHIP, "do": [{"revoke": "Chip", "from": "$me"}]}
ATTIC = outcome("The attic", {"offer": "A slot machine hums. Feed it a Chip?", "options": [SLOT]})


def test_an_outcome_that_asks_for_what_you_lack_says_so(open_with: OpenWith) -> None:
    """The journal has the question, and why there is none; if one can say yes, it is asked."""
    hall = open_with(EXPLORE | {"attic": ATTIC, "gift": {"action": "Find", "do": [DOOR["do"][0]]}})
    entry = hall.do("ada", "tolls_explore")
    assert entry.words[-2:] == [
        "ada finds “The attic”.",
        "A slot machine hums. Feed it a Chip? “Yes” is possible only if ada has at least 1 Chip, so nothing happens.",
    ]
    hall.do("ada", "tolls_gift")
    entry = hall.do("ada", "tolls_explore")
    assert not any("possible only if" in words for words in entry.words)
    assert PendingQuestion.objects.count() == 1
    hall.is_sound()


def test_an_offer_outside_an_outcome_says_nothing_of_what_it_needs(open_with: OpenWith) -> None:
    """Only what one has come upon is told as a scene."""
    steps = [{"grant": "Gem Key", "to": "$me"}, ATTIC["do"][0]]
    hall = open_with({"explore": {"action": "Ask", "do": steps}})
    assert not any("possible only if" in words for words in hall.do("ada", "tolls_explore").words)
