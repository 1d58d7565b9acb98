"""What whoever acts can say with an action that a rule brings."""

from typing import Any

import pytest

from nomic.clauses.views.values import values_of_cycle
from nomic.cycles.models import Entry
from nomic.law.document.sections import flaws_of
from tests.clauses.conftest import Clauses, OpenWith, with_clauses
from tests.clauses.test_shown import html, person
from tests.clauses.test_value_kinds import GUILD, act
from tests.support.hall import cycle_16
from tests.support.signed_in import browser_of

MOTTO = {"value": "Motto", "is": "name", "longest": 100}
GAIN = {"grant": "Vertebra", "to": "$me"}


def says(**arguments: dict[str, Any]) -> dict[str, Any]:
    return {"with": arguments}


def words(entry: Entry) -> list[str]:
    return entry.words[1:]


def test_several_players(open_with: OpenWith) -> None:
    """As many as the clause says, each once; whoever acts only where it says so."""
    invite = act({"enter": "$whom", "in": "The Guild"}, **says(whom={"is": "players", "least": 1, "most": 2}))
    own = act({"set": "The Guild", "to": "$whom"}, **says(whom={"is": "players", "least": 0, "or_self": True}))
    hall = open_with({"guild": GUILD, "invite": invite, "own": own})
    assert words(hall.do("ada", "tolls_invite", whom=["bob", "eve"])) == ["The Guild is now bob and eve."]
    hall.bad("ada", "tolls_invite", "whom", whom=["bob", "bob"])
    hall.bad("ada", "tolls_invite", "whom/1", whom=["bob", "ada"])
    hall.bad("ada", "tolls_invite", "whom", whom=[])
    hall.bad("ada", "tolls_invite", "whom/0", whom=["zoe"])
    assert words(hall.do("ada", "tolls_own", whom=["ada"])) == ["The Guild is now ada."]
    hall.do("ada", "tolls_own")
    choices = hall.can("ada")["tolls_own"].action.choices
    assert choices is not None
    assert [choice.value for choice in choices(hall.read_context("ada"))["whom"]] == ["ada", "bob", "eve"]
    hall.is_sound()


def test_several_players_by_a_form(open_with: OpenWith) -> None:
    """They are ticked."""
    invite = act({"enter": "$whom", "in": "The Guild"}, **says(whom={"is": "players", "most": 2}))
    hall = open_with({"guild": GUILD, "invite": invite})
    assert 'type="checkbox" name="whom" value="bob"' in html(hall, "act/tolls_invite/", "ada")
    client = browser_of(person("ada"))
    assert client.post(f"/c/{hall.slug}/act/tolls_invite/", {"whom": ["bob", "eve"]}).status_code == 302
    assert values_of_cycle(hall.cycle)[0].words == "bob and eve"


def test_too_few_to_name(open_with: OpenWith) -> None:
    """Then it cannot be done, whatever is said."""
    invite = act({"enter": "$whom", "in": "The Guild"}, **says(whom={"is": "players", "least": 3}))
    hall = open_with({"guild": GUILD, "invite": invite})
    hall.refused("ada", "tolls_invite", "too-few", "Tolls", whom=["bob", "eve", "zoe"])


def test_an_item_of_the_law_or_an_own_one(open_with: OpenWith) -> None:
    """Of a list, of all there are, or of what whoever acts has."""
    show = {"announce": "$me shows a $what."}
    hall = open_with(
        {
            "any": act(show, **says(what={"is": "item", "one_of": ["Chip", "Vertebra"]})),
            "own": act(show, **says(what={"is": "item", "own": True})),
        }
    )
    assert words(hall.do("ada", "tolls_any", what="Chip")) == ["ada shows a Chip."]
    hall.bad("ada", "tolls_any", "what", what="Handy Pack")
    hall.bad("ada", "tolls_own", "what", what="Chip")
    assert words(hall.do("ada", "tolls_own", what="Vertebra")) == ["ada shows a Vertebra."]
    hall.is_sound()


def test_a_name_of_a_list(open_with: OpenWith) -> None:
    """Which is written, or worked out from what is kept now."""
    colours = {"value": "Colours", "is": "names", "starts": ["Red", "Blue"]}
    pick = act({"strike": "$one", "from": "Colours"}, **says(one={"is": "name", "one_of": {"names_in": "Colours"}}))
    hall = open_with(
        {
            "colours": colours,
            "motto": MOTTO,
            "pick": pick,
            "say": act({"set": "Motto", "to": "$one"}, **says(one={"is": "name", "one_of": ["Up", "Down"]})),
        }
    )
    assert words(hall.do("ada", "tolls_say", one="Up")) == ["Motto is now Up."]
    hall.bad("ada", "tolls_say", "one", one="Left")
    assert words(hall.do("ada", "tolls_pick", one="Red")) == ["Colours are now Blue."]
    hall.bad("ada", "tolls_pick", "one", one="Red")
    hall.do("ada", "tolls_pick", one="Blue")
    hall.refused("ada", "tolls_pick", "no-name", "Tolls", one="Blue")
    hall.is_sound()


def test_a_text_is_shown_as_it_is(open_with: OpenWith) -> None:
    """Announced or kept as a name: never markup, never a name of the language."""
    say = act({"announce": "$me says: $what"}, {"set": "Motto", "to": "$what"}, **says(what={"is": "text"}))
    hall = open_with({"motto": MOTTO, "say": say})
    evil = "<b>$me</b> {{T}} [[A]]"
    assert words(hall.do("ada", "tolls_say", what=evil)) == [f"ada says: {evil}", f"Motto is now {evil}."]
    for page in ("", "journal/", "players/ada/"):
        assert "<b>$me" not in html(hall, page, "ada")
    hall.bad("ada", "tolls_say", "what", what="x" * 201)
    hall.bad("ada", "tolls_say", "what", what="two\nlines")
    hall.bad("ada", "tolls_say", "what", what="")
    hall.bad("ada", "tolls_say", "what", what="\u202e")
    hall.is_sound()


def test_a_number_within_bounds_that_are_worked_out(open_with: OpenWith) -> None:
    """At the moment of the act; the form says them."""
    most = {"stock": "Vertebra", "of": "$me"}
    pay = act(
        {"revoke": "Vertebra", "from": "$me", "n": "$much"}, **says(much={"is": "number", "least": 1, "most": most})
    )
    hall = open_with({"pay": pay})
    has = hall.has("ada", "Vertebra")
    assert f"1 to {has} now" in html(hall, "act/tolls_pay/", "ada")
    hall.bad("ada", "tolls_pay", "much", much=has + 1)
    hall.do("ada", "tolls_pay", much=has)
    hall.refused("ada", "tolls_pay", "no-number", "Tolls", much=1)
    hall.is_sound()


BAD: dict[str, tuple[Clauses, str, str]] = {
    "no item": ({"a": act(GAIN, **says(x={"is": "item", "one_of": ["Pebble"]}))}, "/a/with/x/one_of/0", "no item"),
    "no names": ({"a": act(GAIN, **says(x={"is": "name", "one_of": []}))}, "/a/with/x/one_of", "1 to 100"),
    "twice": ({"a": act(GAIN, **says(x={"is": "name", "one_of": ["A", "A"]}))}, "/a/with/x/one_of", "each name once"),
    "numbers for names": (
        {"a": act(GAIN, **says(x={"is": "name", "one_of": {"count": {"players": "players"}}}))},
        "/a/with/x/one_of",
        "of the kind names",
    ),
    "dice as a bound": (
        {"a": act(GAIN, **says(x={"is": "number", "most": {"roll": "1d6"}}))}, "/a/with/x/most", "cannot be used",
    ),
    "an unknown value as a bound": (
        {"a": act(GAIN, **says(x={"is": "number", "most": {"value_of": "No"}}))}, "/a/with/x/most", "no value",
    ),
    "too many players": ({"a": act(GAIN, **says(x={"is": "players", "most": 101}))}, "/a/with/x/most", "100"),
    "the wrong way round": (
        {"a": act(GAIN, **says(x={"is": "players", "least": 3, "most": 2}))}, "/a/with/x/most", "below the minimum",
    ),
    "speaking of what there is not": ({"a": act({"announce": "Hello $you"})}, "/a/do/0/announce", "$you"),
    "a text that is too long": ({"a": act(GAIN, **says(x={"is": "text", "longest": 500}))}, "/a/with/x/longest", "200"),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_what_nobody_could_say_is_refused_with_its_place(what: str) -> None:
    """Before anybody votes."""
    clauses, place, detail = BAD[what]
    flaws = flaws_of(with_clauses(cycle_16(), clauses))
    assert any(f.path.startswith(f"/rules/tolls/clauses{place}") and detail in f.detail for f in flaws), flaws
