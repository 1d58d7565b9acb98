"""Draws that decide anything of a secret are secret: no page tells two cycles apart that differ only in one."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.clauses.models import KeptValue
from nomic.cycles.models import Cycle, Entry, PhaseSeed
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.clauses.test_outcomes import outcome
from tests.clauses.test_value_kinds import act
from tests.support.example_counts import examples
from tests.support.hall import DAY, Hall, cycle_16

ENOUGH = 2  # cycles in which something else is secret
PLAYERS = {"players": "players"}
KEPT: Clauses = {
    "mimic": {"value": "The Mimic", "of": "player", "seen": "owner"},
    "depth": {"value": "Depth", "seen": "nobody"},
    "guild": {"value": "Guild", "is": "players", "seen": "nobody"},
    "mark": {"value": "Mark", "is": "name", "of": "player", "seen": "owner"},
    "omens": {"value": "Omens", "by": "name", "seen": "nobody"},
    "fog": {"value": "Fog"},
}
ONE = {"sample": 1, "from": PLAYERS}
COIN = {"is": [{"roll": "1d2"}, "equals", 1]}
OMEN = {"sample": 1, "from": {"values": ["Crow", "Owl", "Wren"]}}
GAIN = {"grant": "Vertebra", "n": {"roll": "1d6"}, "to": "$me"}
WAYS: Clauses = {
    "way-1": outcome("Way 1", {"set": "Depth", "to": 1}, of="ways"),
    "way-2": outcome("Way 2", {"set": "Depth", "to": 2}, {"let": "idle", "be": {"roll": "1d6"}}, of="ways"),
    "road-1": outcome("Road 1", {"meet": "ways"}, of="roads"),
    "road-2": outcome("Road 2", {"let": "idle", "be": {"roll": "1d6"}}, of="roads"),
}
CASES: dict[str, list[Any]] = {
    "whose it is": [{"set": "The Mimic", "to": 1, "of": ONE}],
    "what it is": [{"set": "Depth", "to": {"roll": "1d100"}}],
    "by a name": [{"let": "x", "be": {"roll": "1d100"}}, {"set": "Depth", "to": {"sum": ["$x", 1]}}],
    "by a name of a name": [
        {"let": "x", "be": ONE},
        {"let": "y", "be": "$x"},
        {"raise": "The Mimic", "by": 1, "of": "$y"},
    ],
    "by choice of chance": [{"choose": "x", "from": PLAYERS, "by": "chance"}, {"enter": "$x", "in": "Guild"}],
    "who is struck": [{"enter": PLAYERS, "in": "Guild"}, {"strike": ONE, "from": "Guild"}],
    "whether": [{"if": COIN, "then": [{"set": "Depth", "to": 7}, {"let": "idle", "be": {"roll": "1d6"}}]}],
    "whether, by a name": [
        {"let": "x", "be": {"roll": "1d2"}},
        {"if": {"is": ["$x", "equals", 1]}, "then": [{"set": "Depth", "to": 7}]},
    ],
    "which of two": [
        {"if": COIN, "then": [{"raise": "Depth", "by": 1}], "else": [{"set": "The Mimic", "to": 1, "of": "$me"}]}
    ],
    "each of some": [
        {"each": "them", "in": {"sample": 2, "from": PLAYERS}, "do": [{"raise": "The Mimic", "by": 1, "of": "$them"}]}
    ],
    "in an order": [
        {
            "each": "them",
            "in": {"mixed": PLAYERS},
            "do": [
                {"set": "Guild", "to": "$them"},
                {"let": "idle", "be": {"roll": "1d6"}},
            ],
        }
    ],
    "each by a roll": [
        {
            "each": "them",
            "in": PLAYERS,
            "do": [{"let": "x", "be": {"roll": "1d9"}}, {"set": "The Mimic", "to": "$x", "of": "$them"}],
        }
    ],
    "by a table": [
        {
            "table": {"roll": "1d6"},
            "rows": [[1, 3, [{"set": "Depth", "to": 1}]], [4, 6, [{"raise": "Depth", "by": 5}]]],
        }
    ],
    "what is reset": [{"set": "The Mimic", "to": 1, "of": PLAYERS}, {"reset": "The Mimic", "of": ONE}],
    "out of a pool": [{"meet": "ways"}],
    "out of a pool that leads to one": [{"meet": "roads"}],
    "put off": [{"let": "x", "be": ONE}, {"after": {"hours": 5}, "do": [{"set": "Mark", "to": "a", "of": "$x"}]}],
    "drawn later": [{"after": {"hours": 5}, "do": [{"let": "x", "be": ONE}, {"set": "Mark", "to": "a", "of": "$x"}]}],
    "until": [{"set": "Mark", "to": "a", "of": ONE, "until": {"hours": 5}}],
    "until, set anew": [
        {"set": "The Mimic", "to": 1, "of": ONE, "until": {"hours": 5}},
        {"set": "The Mimic", "to": 2, "of": ONE, "until": {"hours": 6}},
    ],
    "what nobody answers": [
        {"let": "idle", "be": {"roll": "1d6"}},
        {"choose": "x", "from": PLAYERS, "by": "$me", "late": "chance"},
        {"set": "The Mimic", "to": 1, "of": "$x"},
    ],
    "what follows a question": [
        {"let": "x", "be": {"roll": "1d9"}},
        {"choose": "idle", "from": PLAYERS, "by": "$me", "late": "chance"},
        {"let": "y", "be": {"roll": "1d9"}},
        {"set": "Depth", "to": {"sum": ["$y", "$x"]}},
    ],
    "by key": [{"raise": "Omens", "for": OMEN, "by": {"roll": "1d6"}}],
    "by key, later": [{"after": {"hours": 5}, "do": [{"raise": "Omens", "for": OMEN, "by": {"roll": "1d6"}}]}],
    "by key, put off": [
        {"let": "x", "be": OMEN},
        {"after": {"hours": 5}, "do": [{"raise": "Omens", "for": "$x", "by": 1}]},
    ],
    "by key, after a question": [
        {"let": "y", "be": {"roll": "1d6"}},
        {"choose": "idle", "from": PLAYERS, "by": "$me", "late": "chance"},
        {"raise": "Omens", "for": OMEN, "by": {"roll": "1d6"}},
    ],
    "by key, until": [{"set": "Omens", "for": OMEN, "to": 3, "until": {"hours": 5}}],
    "how many sides": [
        {"set": "Depth", "to": {"roll": "1d9"}},
        {"let": "idle", "be": {"sample": 1, "from": {"values": {"from": 0, "to": {"value_of": "Depth"}}}}},
    ],
}


Read = Callable[[Hall], dict[str, str]]


def played(hall: Hall, action: str, own: str, phase: str, read: Read) -> tuple[dict[str, str], list[Any]]:
    """What can be `read` once an action was done, and what is secret but to an owner; nothing of it has happened."""
    before = hall.clock.now
    with transaction.atomic():
        Cycle.objects.filter(pk=hall.pk).update(own_seed=own * 64)
        PhaseSeed.objects.filter(cycle=hall.pk).update(seed=phase * 64)
        hall.do("ada", action)
        secret = kept_in_secret(hall)  # something of it may be over by then
        hall.to(before + 2 * DAY)
        secret += kept_in_secret(hall)
        text = read(hall)
        transaction.set_rollback(True)
    hall.clock.to(before)
    return text, secret


def kept_in_secret(hall: Hall) -> list[Any]:
    rows = (
        KeptValue.objects.filter(cycle=hall.pk, hidden=True)
        .order_by("name", "holder", "key")
        .values_list("name", "holder", "number", "members", "key")
    )
    return [row for row in rows if row[2] or row[3] not in ("", "[]")]


def pages(hall: Hall) -> dict[str, str]:
    """Whatever tells of a cycle, as a stranger reads it."""
    root, api = f"/c/{hall.slug}/", f"/api/v1/cycles/{hall.slug}/"
    entries = range(max(hall.cycle.seq - 2, 1), hall.cycle.seq + 1)
    places = [
        *(
            root,
            f"{root}players/",
            f"{root}players/ada/",
            f"{root}journal/",
            f"{root}chance/",
            f"{root}chance/draws.json",
        ),
        *(f"{root}journal/{seq}/" for seq in entries),
        *(f"{api}players/ada/inventory/", f"{api}journal/", f"{api}draws/", f"{api}later/", f"{api}questions/", api),
    ]
    client, read = Client(), {}
    for place in places:
        answer = client.get(place)
        text = (answer.getvalue() if answer.streaming else answer.content).decode()
        read[place] = re.sub(r'nonce="[^"]*"|csrf[^>]*|name="[0-9a-f]+"', "", text)
    for entry in Entry.objects.filter(cycle=hall.pk):
        read[f"entry {entry.seq}"] = json.dumps([entry.words, entry.events, entry.digest, list(map(str, entry.draws))])
    return read


def tells_nothing(hall: Hall, action: str, others: str = "23456789cdef", *, later: bool = False) -> list[list[Any]]:
    """Check that secret dice show on no page, and public dice decide no secret. What was secret each time.

    What is drawn `later` than public dice fell has another id by them, by which secret dice fall, too. Once `others`
    have made something else secret twice, no more of them are tried.
    """
    first, secret = played(hall, action, "1", "a", pages)
    _, by_other_dice = played(hall, action, "1", "b", lambda hall: {})
    assert later or secret == by_other_dice, "what everybody sees drawn decides a secret"
    found = [secret]
    for own in others:
        other, another = played(hall, action, own, "a", pages)
        for place, text in first.items():
            assert text == other.get(place), (place, secret, another)
        assert first.keys() == other.keys()
        found.append(another)
        if sum(each != secret for each in found) == ENOUGH:
            break
    return found


@pytest.fixture(autouse=True)
def commitments_hide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commitments to secret draws differ with the draws, by a salt that nobody knows. Whether there are any is read."""
    monkeypatch.setattr("nomic.cycles.journal.append._commitment_to_secret_draws", lambda act: "0" * 64)


@pytest.fixture(autouse=True)
def unlimited(settings: Any) -> None:
    """Every page is read many times, while the clock stands still."""
    settings.API_RATE_LIMIT = "1000000/min"


@pytest.mark.parametrize("case", CASES)
def test_nobody_sees_what_is_drawn_for_a_secret(open_with: OpenWith, case: str) -> None:
    """Neither the dice nor anything that follows from them: and yet they do fall, differently each time."""
    hall = open_with({**KEPT, **WAYS, "act": act(*CASES[case])})
    found = tells_nothing(
        hall, "tolls_act", later=case in ("what nobody answers", "what follows a question", "by key, after a question")
    )
    assert len({str(secret) for secret in found}) > 1


PUBLIC: list[list[Any]] = [
    [GAIN],
    [{"raise": "Fog", "by": {"roll": "1d6"}}],
    [{"let": "q", "be": ONE}, {"grant": "Chip", "to": "$q"}],
]
SIMPLE = [case for name, case in CASES.items() if "question" not in name and "answers" not in name]


LATER = ("after", "until")  # words of steps that go on in another entry


def _named(steps: list[Any], number: int) -> list[Any]:
    """The same steps with names of their own."""
    text = json.dumps(steps)
    for name in ("x", "y", "idle", "them", "q"):
        text = text.replace(f'"${name}"', f'"${name}{number}"')
        for word in ("let", "choose", "each"):
            text = text.replace(f'"{word}": "{name}"', f'"{word}": "{name}{number}"')
    found: list[Any] = json.loads(text)
    return found


def _is_seen(steps: list[Any]) -> bool:
    """Whether everybody sees that it is done: so a law tells why it is done by doing it."""
    return any(word in json.dumps(steps) for word in ("after", "until", "grant", "Fog"))


@st.composite
def effects(draw: st.DrawFn) -> list[Any]:
    """Steps that have to do with secrets and such that have not, in any order, within one another."""
    steps: list[Any] = []
    for number in range(draw(st.integers(1, 3))):
        some = _named(draw(st.sampled_from([*SIMPLE, *SIMPLE, *PUBLIC])), number)
        some = draw(
            st.sampled_from(
                [
                    some,
                    some if _is_seen(some) else [{"if": COIN, "then": some}],
                    [{"each": f"each{number}", "in": PLAYERS, "do": some}],
                    [{"if": {"is": [{"value_of": "Fog"}, "at_least", 0]}, "then": some}],
                ]
            )
        )
        steps += some
    return steps


@pytest.mark.django_db
@settings(
    max_examples=examples(24),
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(st.data())
def test_whatever_a_rule_does_tells_no_secret(open_with: OpenWith, data: st.DataObject) -> None:
    """Of two cycles that differ only in secret dice, everybody but the owner sees the same pages."""
    steps = data.draw(effects())
    clauses = {**KEPT, **WAYS, "act": act(*steps)}
    if not flaws_of(with_clauses(cycle_16(), clauses)):
        with transaction.atomic():
            tells_nothing(open_with(clauses), "tolls_act", "23", later=any(word in json.dumps(steps) for word in LATER))
            transaction.set_rollback(True)


def test_what_is_revealed_is_drawn_for_all_to_see(open_with: OpenWith) -> None:
    """A draw that looks at a secret which everybody knows by then can be checked."""
    winner = {"sample": 1, "from": {"values": {"from": 1, "to": {"sum": [9, {"value_of": "Depth"}]}}}}
    look = [{"let": "x", "be": winner}, {"grant": "Vertebra", "n": {"count": "$x"}, "to": "$me"}]
    hall = open_with({**KEPT, "look": act(*look), "tell": act({"reveal": "Depth"}, *look)})
    assert not hall.do("ada", "tolls_look").draws
    assert len(hall.do("ada", "tolls_tell").draws) == 1
    hall.is_sound()


def test_what_a_secret_puts_on_offer_is_drawn_in_secret_however_one_comes_to_it(open_with: OpenWith) -> None:
    """A pool that leads to one whose outcomes depend on a secret draws as it does; what was met there is told."""
    deep = {"is": [{"value_of": "Depth"}, "at_least", 1]}
    hall = open_with(
        {
            **KEPT,
            "deep": {**outcome("Deep", {"raise": "Fog", "by": 1}, of="below"), "if": deep},
            "flat": outcome("Flat", {"raise": "Fog", "by": 2}, of="below"),
            "down": outcome("Down", {"meet": "below"}, of="above"),
            "act": act({"meet": "above"}),
        }
    )
    entry = hall.do("ada", "tolls_act")
    assert not entry.draws
    assert "Down" in " ".join(entry.words)
    hall.is_sound()


def test_what_is_met_is_told_unless_its_pool_can_change_a_secret(open_with: OpenWith) -> None:
    hall = open_with({**KEPT, **WAYS, "act": act({"meet": "ways"})})
    entry = hall.do("ada", "tolls_act")
    assert entry.words == ["ada acts.", "ada finds something in ways. What it is stays secret."]
    assert not entry.draws
    hall.is_sound()
