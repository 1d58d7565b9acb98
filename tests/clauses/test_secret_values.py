"""Values that nobody, or only their owner, sees: through no door, before they are revealed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from nomic.clauses import trial_run
from nomic.clauses.models import KeptValue, SaidInSecret, ValueChange
from nomic.clauses.runtime.world.read_only_world import HallSeen
from nomic.clauses.views.values import values_of_cycle, values_of_players
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.live.feed import entry_data
from nomic.cycles.models import Unsealing
from nomic.cycles.sealed_arguments import revealed_arguments
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.law.document.sections import flaws_of
from nomic.notices.models import Notice
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_arguments import says
from tests.clauses.test_bad_clauses import hall_law
from tests.clauses.test_shown import person
from tests.clauses.test_value_kinds import act
from tests.support.hall import ADMIN, Hall, cycle_16

MARK = "Xyzzyplugh"  # stands nowhere else
GUESS = {"value": "Guess", "is": "name", "of": "player", "seen": "owner"}
HIDDEN = {"value": "Treasure", "is": "name", "seen": "nobody"}
SAY = act({"set": "Guess", "to": "$what", "of": "$me"}, **says(what={"is": "text", "sealed": True}))
HIDE = act({"set": "Treasure", "to": "$what"}, **says(what={"is": "text", "sealed": True}))
OPEN = act({"reveal": "Guess"}, {"reveal": "Treasure"})
GAME: Clauses = {"guess": GUESS, "hidden": HIDDEN, "say": SAY, "hide": HIDE, "open": OPEN}


def open_game(open_with: OpenWith, **more: Any) -> Hall:
    """A cycle in which there are secrets, and an admin who looks for them."""
    hall = open_with(GAME | more)
    hall.actor(ADMIN)
    return hall


def doors(hall: Hall, name: str = "") -> Iterator[tuple[str, str]]:
    """Everything that somebody can read of a cycle: pages, the API, the wiki, the admin, and what leaves the server."""
    client = Client()
    if name:
        client.force_login(person(name))
    last = hall.cycle.seq
    root, api = f"/c/{hall.slug}/", f"/api/v1/cycles/{hall.slug}/"
    pages = [
        *(
            root + page
            for page in ("", "players/", "proposals/", "ruleset/", "journal/", "chance/", "effects/", "wiki/")
        ),
        *(f"{root}players/{each}/" for each in ("ada", "bob")),
        *(f"{root}journal/{seq}/" for seq in range(1, last + 1)),
        *(f"{root}journal/?q={MARK[:6]}", f"{root}chance/draws.json", "/notices/", "/"),
        *(f"{root}act/{action}/" for action in ("tolls_say", "tolls_hide", "vote")),
        *(api + page for page in ("", "players/", "law/", "journal/", "draws/", "draws/export/", "actions/", "wiki/")),
        *(f"{api}players/{each}/inventory/" for each in ("ada", "bob")),
        *(f"{api}journal/{seq}/" for seq in range(1, last + 1)),
    ]
    for page in pages:
        answer = client.get(page)
        yield page, (answer.getvalue() if answer.streaming else answer.content).decode()
    hall.publish()
    for wiki in WikiPage.objects.filter(cycle=hall.pk):
        yield str(wiki), str(render_page(wiki))
    for entry in hall.entries():
        yield f"entry {entry.seq}", json.dumps(entry_data(entry, revealed_arguments([entry]).get(entry.pk)))
    yield "state", canonical_json(state_of(hall.cycle))
    client.force_login(person(ADMIN))
    for table in ("clauses/keptvalue", "clauses/valuechange", "cycles/entry", "cycles/draw"):
        yield table, client.get(f"/admin/{table}/?q={MARK[:6]}").content.decode()
        yield table, client.get(f"/admin/{table}/").content.decode()
    for entry in hall.entries():
        yield "admin entry", client.get(f"/admin/cycles/entry/{entry.pk}/change/").content.decode()


def seen_at(hall: Hall, name: str = "") -> list[str]:
    """The doors through which the mark is seen."""
    return [door for door, text in doors(hall, name) if MARK in text]


def test_a_secret_is_seen_through_no_door(open_with: OpenWith) -> None:
    """Before it is revealed; then by everybody, with what was said under seal."""
    hall = open_game(open_with)
    for action in ("tolls_say", "tolls_hide"):
        entry = hall.do("ada", action, what=MARK)
        assert entry.words == ["ada acts."]
        assert entry.events == []
        assert set(entry.args["what"]) == {"commitment"}
    assert seen_at(hall) == []
    assert seen_at(hall, "bob") == []
    assert values_of_cycle(hall.cycle)[0].words == "secret"
    hall.is_sound()
    hall.do("eve", "tolls_open")
    assert hall.entries("tolls_open")[0].words == [
        "eve acts.",
        f"ada's Guess is {MARK}.",
        "bob's Guess is nothing.",
        "eve's Guess is nothing.",
        f"Treasure is {MARK}.",
    ]
    assert Unsealing.objects.count() == 2
    assert len(seen_at(hall)) > 5
    hall.is_sound()


def test_its_owner_sees_it(open_with: OpenWith) -> None:
    """On their own pages and with their own token, as nobody else does."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_say", what=MARK)
    found = seen_at(hall, "ada")
    assert found == ["/c/hall/", "/c/hall/players/ada/", "/api/v1/cycles/hall/players/ada/inventory/"]


def test_it_is_secret_again_once_it_is_set_anew(open_with: OpenWith) -> None:
    """What was seen before stays in the journal."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what="Old")
    hall.do("ada", "tolls_open")
    assert values_of_cycle(hall.cycle)[0].words == "Old"
    hall.do("ada", "tolls_hide", what=MARK)
    assert values_of_cycle(hall.cycle)[0].words == "secret"
    assert seen_at(hall) == []
    hall.is_sound()


def test_what_was_said_before_stays_under_seal(open_with: OpenWith) -> None:
    """Whoever changed their mind shows only what they came to."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_say", what=MARK)
    hall.do("ada", "tolls_say", what="Other")
    hall.do("eve", "tolls_open")
    assert seen_at(hall) == []
    assert Unsealing.objects.count() == 1


def test_two_secrets_of_one_act_are_opened_when_both_are_revealed(open_with: OpenWith) -> None:
    """Revealing the one tells nothing of the other."""
    both = act(
        {"set": "Guess", "to": "$what", "of": "$me"},
        {"set": "Treasure", "to": "$other"},
        **says(what={"is": "text", "sealed": True}, other={"is": "text", "sealed": True}),
    )
    one, two = act({"reveal": "Guess", "of": "$me"}), act({"reveal": "Treasure"})
    hall = open_game(open_with, both=both, one=one, two=two)
    hall.do("ada", "tolls_both", what="Known", other=MARK)
    hall.do("ada", "tolls_one")
    assert seen_at(hall) == []
    assert "Known" in {shown.words for shown in values_of_players(hall.cycle, ["ada"])["ada"]}
    hall.do("ada", "tolls_two")
    assert Unsealing.objects.count() == 1
    assert not SaidInSecret.objects.filter(revealed=False).exists()
    hall.is_sound()


def test_what_is_drawn_for_a_secret_stands_in_no_record(open_with: OpenWith) -> None:
    """Nor can anybody compute it from the seed of the phase; and yet whoever has drawn has drawn (R126)."""
    number = {"value": "Depth", "seen": "nobody"}
    clauses = {
        "depth": number,
        "dig": act({"set": "Depth", "to": {"roll": "1d1000000"}}),
        "open": act({"reveal": "Depth"}),
    }
    hall = open_with(clauses)
    entry = hall.do("ada", "tolls_dig")
    assert not entry.draws
    depth = KeptValue.objects.get(cycle=hall.pk).number
    assert depth > 0
    hall.is_sound()
    hall.do("ada", "tolls_open")
    assert hall.entries("tolls_open")[0].words == ["ada acts.", f"Depth is {depth}."]
    hall.is_sound()


def test_the_digest_of_two_cycles_tells_no_secret(open_with: OpenWith) -> None:
    """The same secret gives another digest after every entry: none can be found by trying."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what=MARK)
    before = state_of(hall.cycle)["clauses"]["secrets"]
    hall.do("ada", "tolls_hide", what=MARK)
    assert state_of(hall.cycle)["clauses"]["secrets"] != before


def test_no_trial_tells_a_secret(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a proposed rule would do is tried with what the secrets start from, even where it would make them public."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what=MARK)
    seen: list[Any] = []
    kept = HallSeen.stored_value
    monkeypatch.setattr(HallSeen, "stored_value", lambda *of: (seen.append(kept(*of)), seen[-1])[1])
    public = HIDDEN | {"seen": "all"}
    spy = act({"grant": "Vertebra", "to": "$me", "n": {"count": {"names_in": "Treasure"}}})
    law = hall_law(
        hall,
        GAME
        | {"hidden": public, "hide": act({"set": "Treasure", "to": "A"}), "open": act({"reveal": "Guess"}), "spy": spy},
    )
    assert trial_run.flaws_in_cycle(hall.read_context("bob"), law) == []
    assert seen
    assert set(seen) == {()}


def test_an_amendment_makes_no_secret_public(open_with: OpenWith) -> None:
    """It ends: what was said in secret was not said to everybody."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what=MARK)
    enact(hall, other_clauses({"hidden": HIDDEN | {"seen": "all"}}))
    assert values_of_cycle(hall.cycle)[0].words == "nothing"
    assert seen_at(hall) == []
    hall.is_sound()


def test_what_becomes_secret_is_kept(open_with: OpenWith) -> None:
    """Everybody has seen it; the next they will not."""
    clauses = {"hidden": HIDDEN | {"seen": "all"}, "hide": act({"set": "Treasure", "to": MARK})}
    hall = open_with(clauses)
    hall.do("ada", "tolls_hide")
    enact(hall, other_clauses(clauses | {"hidden": HIDDEN}))
    assert values_of_cycle(hall.cycle)[0].words == "secret"
    row = KeptValue.objects.get(cycle=hall.pk)
    assert (row.members, row.hidden, row.revealed) == (json.dumps([MARK]), True, False)
    hall.is_sound()


def test_a_failing_act_tells_no_secret(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reason is sealed with what it said."""
    hall = open_game(open_with)

    def broken(*args: object) -> None:
        raise ValueError(MARK)

    monkeypatch.setattr("nomic.clauses.runtime.world.acting_world.Hall.keep", broken)
    with pytest.raises((Refusal, ValueError)):
        perform(hall.slug, hall.actor("ada"), "tolls_say", {"what": MARK})
    assert seen_at(hall) == []


def test_a_correction_of_a_secret_is_said_under_seal(open_with: OpenWith) -> None:
    """An admin may set it, and tells nobody."""
    hall = open_game(open_with)
    hall.do(ADMIN, "correct-value", value="Treasure", members=[MARK], reason="lost")
    assert KeptValue.objects.get(cycle=hall.pk).members == json.dumps([MARK])
    assert hall.entries("correct-value")[0].words == ["Correction by keeper: Treasure is set, in secret (lost)."]
    assert seen_at(hall) == []
    hall.is_sound()
    hall.do("eve", "tolls_open")
    assert values_of_cycle(hall.cycle)[0].words == MARK
    hall.is_sound()


def test_a_correction_of_a_secret_does_not_say_for_which_key(open_with: OpenWith) -> None:
    """Neither in the journal nor in the notice to whose it is: nobody may see which keys it has."""
    omens = {"value": "Omens", "of": "player", "by": "name", "seen": "nobody"}
    hall = open_with({"omens": omens})
    hall.actor(ADMIN)
    hall.do(ADMIN, "correct-value", value="Omens", player="ada", key=MARK, number=2, reason="lost")
    assert KeptValue.objects.get(cycle=hall.pk).key == MARK
    entry = hall.entries("correct-value")[0]
    assert entry.words == ["Correction by keeper: ada's Omens are set, in secret (lost)."]
    assert [MARK in row.text for row in Notice.objects.filter(kind="grant")] == [False]
    assert seen_at(hall) == []
    hall.is_sound()


def test_what_changed_in_secret_is_no_public_change(open_with: OpenWith) -> None:
    """Nor is there an event to listen to."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what=MARK)
    assert list(ValueChange.objects.values_list("name", "hidden")) == [("Treasure", True)]


def hide_and(*more: Any) -> dict[str, Any]:
    """What is said under seal goes into a secret value, and something else is done."""
    return HIDE | {"do": [*HIDE["do"], *more]}


SECRET_GAIN = {"grant": "Vertebra", "to": "$me"}
BAD: dict[str, tuple[Clauses, str, str]] = {
    "who can act by a secret": (
        {"h": HIDDEN, "s": act(SECRET_GAIN, who={"some": {"names_in": "Treasure"}})}, "/s/who/some", "would reveal it",
    ),
    "who is forbidden by a secret": (
        {"h": HIDDEN, "s": {"forbid": "gift", "because": "No", "if": {"some": {"names_in": "Treasure"}}}},
        "/s/if/some",
        "would reveal it",
    ),
    "another's secret": (
        {"g": GUESS, "s": act(SECRET_GAIN, who={"some": {"names_in": "Guess", "of": {"players": "players"}}})},
        "/s/who/some",
        "would reveal it",
    ),
    "choosing among a secret": (
        {"h": HIDDEN, "s": act(SECRET_GAIN, **says(x={"is": "name", "one_of": {"names_in": "Treasure"}}))},
        "/s/with/x/one_of",
        "would reveal it",
    ),
    "sealed for ever": ({"s": act(SECRET_GAIN, **says(x={"is": "text", "sealed": True}))}, "/s/with/x", "never opened"),
    "sealed and public": (
        {"h": HIDDEN | {"seen": "all"}, "s": HIDE}, "/s/with/what/sealed", "is not secret",
    ),
    "sealed and announced": (
        {"h": HIDDEN, "s": hide_and({"announce": "$what"})}, "/s/do/1", "announce",
    ),
    "sealed and asked": (
        {"h": HIDDEN, "s": hide_and({"offer": "Was it $what?", "options": [{"say": "Yes", "do": []}]})},
        "/s/do/1", "show everyone",
    ),
    "sealed and paid out": (
        {"h": HIDDEN, "s": hide_and({"grant": "Vertebra", "n": {"count": "$what"}, "to": "$me"})},
        "/s/do/1/n", "by its effect",
    ),
    "sealed and decisive": (
        {"h": HIDDEN, "s": hide_and({"if": {"is": ["$what", "equals", ["x"]]}, "then": [SECRET_GAIN]})},
        "/s/do/1/if", "by its effect",
    ),
    "sealed and chosen among": (
        {"h": HIDDEN, "s": hide_and({"choose": "y", "from": "$what", "n": [0, 1]}, SECRET_GAIN)},
        "/s/do/1/from", "by its effect",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_would_tell_a_secret_is_refused_with_its_place(what: str) -> None:
    """Before anybody votes."""
    clauses, place, detail = BAD[what]
    flaws = flaws_of(with_clauses(cycle_16(), clauses))
    assert any(f.path.startswith(f"/rules/tolls/clauses{place}") and detail in f.detail for f in flaws), flaws


KEEPS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "set": ({"value": "Treasure", "is": "name"}, {"set": "Treasure", "to": "$what"}, {"is": "text"}),
    "raised": ({"value": "Treasure"}, {"raise": "Treasure", "by": "$what"}, {"is": "number"}),
    "entered": ({"value": "Treasure", "is": "names"}, {"enter": "$what", "in": "Treasure"}, {"is": "text"}),
}


@pytest.mark.parametrize("how", KEEPS)
def test_what_is_sealed_goes_into_a_secret_value_alone(how: str) -> None:
    """However it is put there: it is as secret as the value, and opened with it."""
    value, step, argument = KEEPS[how]
    said = act(step, **says(what={**argument, "sealed": True}))
    public = ["Treasure is not secret: it would reveal what is sealed here"]
    for seen, details in (("nobody", []), ("all", [*public, "this is never opened: store it in a secret value"])):
        found = flaws_of(with_clauses(cycle_16(), {"kept": {**value, "seen": seen}, "say": said}))
        assert [flaw.detail for flaw in found if flaw.path.endswith("/with/what/sealed")] == details
        assert not [flaw for flaw in found if seen == "nobody"]


def test_ones_own_secret_may_decide_what_one_can_do(open_with: OpenWith) -> None:
    """Whoever sees it may be told so."""
    hall = open_with(GAME | {"act": act(SECRET_GAIN, who={"some": {"names_in": "Guess", "of": "$me"}})})
    hall.refused("ada", "tolls_act", "not-so")
    hall.do("ada", "tolls_say", what=MARK)
    hall.do("ada", "tolls_act")
    hall.is_sound()


def test_nothing_secret_stands_in_another_table(open_with: OpenWith) -> None:
    """Only where secrets are kept: their values, their changes, and what was said under seal."""
    hall = open_game(open_with)
    hall.do("ada", "tolls_hide", what=MARK)
    with connection.cursor() as cursor:
        found = []
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            found += [table] if any(MARK in str(row) for row in cursor.fetchall()) else []
    assert sorted(found) == ["clauses_keptvalue", "clauses_valuechange", "cycles_entry"]
