"""What proposals of a class may change (R131): when they are written, submitted, edited, and when they take effect."""

import copy
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from nomic.clauses.schema.allowed_changes import MayAdd, MayAddLines, MayChange, Reach, beyond
from nomic.clauses.views.explanations import explain_rule
from nomic.forecast.enactment_order import in_order
from nomic.law.document.sections import Law, flaws_of, pointer
from nomic.proposals.models import Proposal
from tests.support.hall import ADMIN, DAY, HOUR, START, Document, Hall, OpenCycle, cycle_16

Operations = list[dict[str, Any]]
CLAUSES = "/rules/exploration/clauses"
BODY = "/rules/exploration/body"
CLASS = "/rules/exploration-class-proposal/clauses/exploration"
A_HAT = {"is": [{"stock": "Hat", "of": "$me"}, "at_least", 1]}
KEY = {"is": [{"stock": "Gem Key", "of": "$me"}, "at_least", 1]}
CHIPS = [{"grant": "Chip", "n": 10, "to": "$me"}]
PERMITS = {"exploration": "Exploration permit", "exploration-with-a-key": "Keyed exploration permit"}
PRICE = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 1}


def scenario(name: str = "well", **more: Any) -> dict[str, Any]:
    """An amendment that adds a scenario of the exploration."""
    value = {"outcome": name.capitalize(), "of": "exploration", "do": CHIPS} | more
    return {"op": "add", "path": f"{CLAUSES}/{name}", "value": value}


def line(text: str) -> dict[str, Any]:
    """An amendment that adds this at the end of the words of the rule Exploration."""
    return {"op": "replace", "path": BODY, "value": cycle_16()["rules"]["exploration"]["body"] + text}


@pytest.fixture
def hall(open_cycle: OpenCycle) -> Hall:
    """Cycle 16 with three players, of whom ada has two permits of each kind."""
    hall = open_cycle(cycle_16(), joined=("ada", "bob", "eve"))
    for permit in PERMITS.values():
        hall.grant("ada", permit, 2)
    return hall


def submit(hall: Hall, *amendments: dict[str, Any], class_: str = "exploration", **more: Any) -> Proposal:
    return Proposal.objects.get(code=hall.propose("ada", *amendments, **{"class": class_}, **more))


def refused(hall: Hall, field: str, *amendments: dict[str, Any], class_: str = "exploration", **more: Any) -> str:
    """Why a proposal is refused; nothing has changed, and the permit is kept."""
    before = hall.has("ada", PERMITS[class_])
    args = {"title": "T", "amendments": list(amendments), "class": class_} | more
    found = hall.bad("ada", "submit-proposal", field, **args)
    assert hall.has("ada", PERMITS[class_]) == before
    assert not Proposal.objects.filter(title="T").exists()
    return str(found)


def status(proposal: Proposal) -> str:
    return Proposal.objects.get(pk=proposal.pk).status


# Submission


def test_R131_an_exploration_proposal_grants_its_author_nothing(hall: Hall) -> None:
    """Ten Chips, once, had won the cycle with every other vote against it."""
    why = refused(hall, "effects", effects=CHIPS)
    assert "may not do this when it passes; the rule “Exploration Class Proposal” says" in why
    refused(hall, "effects", scenario(), effects=CHIPS)
    hall.to(START + 2 * DAY)
    assert hall.has("ada", "Chip") == 0
    assert hall.cycle.is_running


def test_R131_an_exploration_proposal_adds_a_scenario_and_its_line(hall: Hall) -> None:
    """It takes effect, and adding it does nothing else."""
    proposal = submit(hall, scenario(), line("\n# '''The well.''' Gain 10 Chips.\n#* Or so."))
    hall.to(START + DAY)
    assert status(proposal) == "enacted"
    assert "well" in hall.cycle.law.document["rules"]["exploration"]["clauses"]
    assert hall.has("ada", "Chip") == 0
    hall.is_sound()


def test_R131_a_permit_is_good_for_one_scenario(hall: Hall) -> None:
    """Two scenarios take two permits and two proposals."""
    refused(hall, f"amendments{CLAUSES}/well", scenario("pond"), scenario("well"))
    submit(hall, scenario("pond"))
    submit(hall, scenario("well"))
    hall.refused("ada", "submit-proposal", "cannot-pay", "Exploration", title="T", text="x", **{"class": "exploration"})


def test_R131_words_alone_can_be_proposed(hall: Hall) -> None:
    """They wait for an admin, who may add what the class permits, and nothing else (R13)."""
    proposal = submit(hall, text="A well, please.")
    hall.to(START + DAY)
    assert status(proposal) == "by-hand"
    by_hand = {"proposal": proposal.code, "reason": "As it says."}
    found = hall.bad(ADMIN, "enact-by-hand", "amendments", amendments=[PRICE], **by_hand)
    assert "the rule “Exploration Class Proposal” says" in str(found)
    hall.do(ADMIN, "enact-by-hand", amendments=[scenario()], **by_hand)
    assert status(proposal) == "enacted"
    assert "well" in hall.cycle.law.document["rules"]["exploration"]["clauses"]
    hall.is_sound()


def put(path: str, value: Any, op: str = "add") -> dict[str, Any]:
    return {"op": op, "path": path, "value": value}


ACTION = {"action": "Take them", "do": CHIPS}
TRIGGER = {"when": "phase-began", "do": [{"grant": "Chip", "n": 9, "to": {"players": "players"}}]}
RULE = cycle_16()["rules"]["exploration"]
CHEAP = cycle_16()["shop"]
CHEAP["offers"]["Chip"]["costs"] = {"Vertebra": 1}


def with_clause(name: str, clause: Document) -> Document:
    """The rule Exploration with this clause."""
    return RULE | {"clauses": RULE["clauses"] | {name: clause}}


WIDE: dict[str, tuple[str, Operations]] = {
    "a price": ("/shop/offers/Chip/costs/Vertebra", [PRICE]),
    "a price beside a scenario": ("/shop/offers/Chip/costs/Vertebra", [scenario(), PRICE]),
    "a price in a whole section": (
        "/shop/offers/Chip/costs/Vertebra",
        [put("/shop", CHEAP, "replace")],
    ),
    "a scenario that is there": (f"{CLAUSES}/rat", [{"op": "remove", "path": f"{CLAUSES}/rat"}]),
    "a scenario in the place of another": (f"{CLAUSES}/rat", [scenario("rat")]),
    "a scenario under another name": (
        f"{CLAUSES}/rat",
        [{"op": "move", "from": f"{CLAUSES}/rat", "path": f"{CLAUSES}/mouse"}],
    ),
    "what a scenario does": (f"{CLAUSES}/mirrors/do", [put(f"{CLAUSES}/mirrors/do", CHIPS, "replace")]),
    "what a scenario does, in a whole rule": (
        f"{CLAUSES}/mirrors/do",
        [put("/rules/exploration", with_clause("mirrors", RULE["clauses"]["mirrors"] | {"do": CHIPS}), "replace")],
    ),
    "an action": (f"{CLAUSES}/take", [put(f"{CLAUSES}/take", ACTION)]),
    "a trigger": (f"{CLAUSES}/take", [put(f"{CLAUSES}/take", TRIGGER)]),
    "a way to win": (f"{CLAUSES}/win", [put(f"{CLAUSES}/win", {"wins": {"reputable": "$it"}, "alone": False})]),
    "an outcome of another pool": (f"{CLAUSES}/well", [scenario(of="wells")]),
    "a scenario in another rule": ("/rules/phases/clauses", [put("/rules/phases/clauses/well", scenario()["value"])]),
    "a scenario in a new rule": (
        "/rules/wells",
        [put("/rules/wells", {"title": "W", "body": "", "clauses": {"well": scenario()["value"]}})],
    ),
    "the title of the rule": ("/rules/exploration/title", [put("/rules/exploration/title", "E", "replace")]),
    "fewer words": (BODY, [put(BODY, "None.", "replace")]),
    "words that are no line of the list": (BODY, [line("\nAda gets all Chips.")]),
    "a second line that is none of the list": (BODY, [line("\n# A well.\nAda gets all Chips.")]),
    "words in the last line": (BODY, [line(" Or none.")]),
    "the limit itself": (f"{CLASS}/may", [{"op": "remove", "path": f"{CLASS}/may"}]),
    "an item": (
        "/items/Hat",
        [put("/items/Hat", {"plural": "Hats", "kind": "keepsake", "symbol": None, "text": "A hat."})],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WIDE)
def test_R131_what_else_stands_in_an_exploration_proposal_is_refused(hall: Hall, what: str) -> None:
    """With the place of the law and the rule of the class. A standard proposal may do all of it."""
    place, amendments = WIDE[what]
    why = refused(hall, f"amendments{place}", *amendments)
    assert "the rule “Exploration Class Proposal” says: It may only add one outcome" in why
    submit(hall, *amendments, class_="standard")


def test_R131_it_does_not_matter_by_which_operations_a_proposal_leads_there(hall: Hall) -> None:
    """A scenario that is copied from another, and a whole rule that differs by one scenario."""
    submit(hall, {"op": "copy", "from": f"{CLAUSES}/rat", "path": f"{CLAUSES}/mouse"})
    submit(hall, put("/rules/exploration", with_clause("well", scenario()["value"]), "replace"))
    hall.to(START + DAY)
    assert {"mouse"} <= hall.cycle.law.document["rules"]["exploration"]["clauses"].keys()


def test_R131_the_bedroom_permits_a_scenario_that_needs_a_gem_key(hall: Hall) -> None:
    """As its condition, or among others; any other is refused."""
    with_key = "exploration-with-a-key"
    for condition in (None, {"reputable": "$me"}, {"any": [KEY, {"reputable": "$me"}]}, {"not": KEY}):
        more = {} if condition is None else {"if": condition}
        why = refused(hall, f"amendments{CLAUSES}/well", scenario(**more), class_=with_key)
        assert "if you have at least 1 Gem Key" in why
    submit(hall, scenario("well", **{"if": KEY}), class_=with_key)
    submit(hall, scenario("pond", **{"if": {"all": [{"reputable": "$me"}, {"all": [KEY]}]}}), class_=with_key)
    assert hall.has("ada", "Keyed exploration permit") == 0
    hall.to(START + DAY)
    assert {"well", "pond"} <= hall.cycle.law.document["rules"]["exploration"]["clauses"].keys()


def test_R131_urgent_and_standard_proposals_have_no_limit(hall: Hall) -> None:
    """R118: when an urgent proposal should be used is left to the players."""
    for name in ("urgent", "standard"):
        submit(hall, PRICE, class_=name, effects=CHIPS)


# Editing, and taking effect


def test_R131_an_edited_proposal_has_the_same_limit(hall: Hall) -> None:
    """By its number and by its code."""
    proposal = submit(hall, scenario())
    for reference in (proposal.code, str(proposal.number)):
        args = {"proposal": reference, "title": "T", "amendments": [PRICE]}
        hall.bad("ada", "edit-proposal", "amendments/shop/offers/Chip", **args)
        hall.bad("ada", "edit-proposal", "effects", **(args | {"amendments": [], "effects": CHIPS}))
    hall.do("ada", "edit-proposal", proposal=proposal.code, title="T", amendments=[scenario("pond")])
    assert status(proposal) == "edited"


def narrow(hall: Hall, *changes: dict[str, Any]) -> None:
    """The law of a running cycle changes at once."""
    code = hall.propose("bob", *changes, **{"class": "quick"})
    hall.to(hall.clock.now + HOUR)
    assert Proposal.objects.get(code=code).status == "enacted"


@pytest.fixture
def quick(open_cycle: OpenCycle) -> Hall:
    """Cycle 16 with one more class, on whose proposals people vote for an hour."""
    law = cycle_16()
    law["rules"]["urgent-class-proposal"]["clauses"]["quick"] = {
        "class": "Quick", "lasts": {"hours": 1}, "passes": {"is": [2, "at_least", "$against"]},
    }  # fmt: skip
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    hall.grant("ada", PERMITS["exploration"], 3)
    return hall


def test_R131_a_proposal_beyond_its_class_as_it_is_now_is_left_for_an_admin(quick: Hall) -> None:
    """The law changed meanwhile: nothing is lost, its page says so, and the admin's amendments have the limit, too."""
    proposal = submit(quick, scenario())
    fits = submit(quick, scenario("pond", **{"if": KEY}))
    narrow(quick, put(f"{CLASS}/may/change/0/needs", KEY))
    page = f"/c/{quick.slug}/proposals/{proposal.number}/"
    assert "this could not take effect" in Client().get(page).content.decode()
    assert "this could not take effect" not in Client().get(page.replace("/1/", "/2/")).content.decode()
    quick.to(START + DAY)
    assert (status(proposal), status(fits)) == ("by-hand", "enacted")
    assert "a proposal of the class Exploration may not change this" in Proposal.objects.get(pk=proposal.pk).why_by_hand
    assert "well" not in quick.cycle.law.document["rules"]["exploration"]["clauses"]
    by_hand = {"proposal": proposal.code, "reason": "R13"}
    quick.bad(ADMIN, "enact-by-hand", "amendments", **by_hand)
    quick.bad(ADMIN, "enact-by-hand", "amendments", amendments=[scenario(), PRICE], **by_hand)
    quick.do(ADMIN, "enact-by-hand", amendments=[scenario(**{"if": KEY})], **by_hand)
    assert status(proposal) == "enacted"
    quick.is_sound()


def test_R131_effects_that_the_class_does_not_allow_any_more_are_not_done(quick: Hall) -> None:
    """Neither at the end of the vote nor by hand; the admin can enact its words alone."""
    narrow(quick, put(f"{CLASS}/may/once", True))
    proposal = submit(quick, effects=CHIPS)
    narrow(quick, put(f"{CLASS}/may/once", False, "replace"))
    quick.to(quick.clock.now + DAY)
    assert status(proposal) == "by-hand"
    quick.bad(ADMIN, "enact-by-hand", "amendments", proposal=proposal.code, reason="R13")
    quick.do(ADMIN, "enact-by-hand", proposal=proposal.code, words_only=True, reason="R13")
    assert status(proposal) == "enacted"
    assert quick.has("ada", "Chip") == 0
    quick.is_sound()


def test_R131_a_class_may_allow_effects(quick: Hall) -> None:
    """And then they are done, though the law is not to be changed."""
    narrow(quick, put(f"{CLASS}/may", {"change": [], "once": True}, "replace"))
    quick.bad("ada", "submit-proposal", f"amendments{CLAUSES}/well", title="T", amendments=[scenario()],
              **{"class": "exploration"})  # fmt: skip
    proposal = submit(quick, effects=[{"grant": "Chip", "n": 1, "to": "$me"}])
    quick.to(quick.clock.now + DAY)
    assert (status(proposal), quick.has("ada", "Chip")) == ("enacted", 1)


def test_R131_a_class_that_is_wider_now_lets_a_proposal_take_effect(quick: Hall) -> None:
    """And one that has no limit any more permits everything."""
    narrow(quick, {"op": "remove", "path": f"{CLASS}/may"})
    proposal = submit(quick, PRICE, effects=[{"grant": "Chip", "n": 1, "to": "$me"}])
    quick.to(quick.clock.now + DAY)
    assert status(proposal) == "enacted"


def test_R131_what_is_foreseen_of_proposals_that_end_together_knows_the_limit(quick: Hall) -> None:
    """The first narrows the class of the second, which could then not take effect."""

    first = Proposal.objects.get(
        code=quick.propose("bob", put(f"{CLASS}/may/change/0/needs", KEY), **{"class": "urgent"})
    )
    second = submit(quick, scenario())
    places, _ = in_order(quick.cycle.law.document, [first, second])
    assert [place.applies for place in places] == [True, False]
    assert "may not change this" in places[1].why
    assert places[1].because_of == first.number


# In words, and in forms


def test_R131_the_rule_says_what_its_proposals_may_change() -> None:
    said = explain_rule(Law(cycle_16()), "exploration-class-proposal")
    assert said[1].endswith(
        "It may only add one outcome of “exploration” to the rule Exploration and add numbered lines to its words. "
        "The outcome must have the condition “only if you have at least 1 Gem Key”."
    )


@pytest.mark.parametrize(
    ("may", "said"),
    [
        ({}, "It may change everything in the law. It may not do anything else when it passes."),
        ({"change": []}, "It may not change the law. It may not do anything else when it passes."),
        (
            {"change": [], "once": True},
            "It may not change the law. It may also do something once, when it passes.",
        ),
        (
            {"change": [{"may": "change", "at": "/shop/offers/Chip/costs"}], "once": True},
            "It may only change the price of one Chip. It may also do something once, when it passes.",
        ),
        (
            {"change": [{"may": "change", "at": "/rules/*/clauses/*", "kinds": ["when", "forbid"]}]},
            "It may only change any clause of any rule (only triggers and bans).",
        ),
        (
            {
                "change": [
                    {"may": "add", "at": "/items", "most": 3},
                    {"may": "add", "at": "/rules/*/clauses", "kinds": ["wins"]},
                ]
            },
            "It may only add at most 3 entries to Items and add ways to win to any rule.",
        ),
        (
            {"change": [{"may": "add-lines", "at": "/rules/luck/body"}]},
            "It may only add lines to the words of the rule Luck.",
        ),
    ],
)
def test_R131_a_limit_in_words(may: Document, said: str) -> None:
    law = cycle_16()
    law["rules"]["urgent-class-proposal"]["clauses"]["urgent"]["may"] = may
    assert flaws_of(law) == []
    assert explain_rule(Law(law), "urgent-class-proposal")[0].endswith(
        f"votes against (unclear votes count against). {said}"
    )


@pytest.mark.parametrize(("relation", "half"), [("at_least", "at least half"), ("more_than", "more than half")])
def test_a_half_of_all_who_could_vote_in_words(relation: str, half: str) -> None:
    """Of the votes, which may have weights, and not of the voters."""
    law = cycle_16()
    class_ = law["rules"]["urgent-class-proposal"]["clauses"]["urgent"]
    class_["passes"] = {"is": [{"times": [2, "$for"]}, relation, "$eligible"]}
    said = f"It passes if {half} of all players who may vote are for it."
    assert said in explain_rule(Law(law), "urgent-class-proposal")[0]
    class_["votes"] = {"weight": {"stock": "Chip", "of": "$it"}}
    said = f"It passes if the number of votes for it is {half} the number of players whose votes would count."
    assert said in explain_rule(Law(law), "urgent-class-proposal")[0]


@pytest.mark.parametrize(
    ("change", "at", "detail"),
    [
        ({"may": "add", "at": "/shop/offers", "kinds": ["outcome"]}, "0/kinds", "only at a place for clauses"),
        ({"may": "change", "at": "/shop/offers/*", "kinds": ["outcome"]}, "0/kinds", "only at a place for clauses"),
        ({"may": "add", "at": "/shop/offers", "needs": KEY}, "0/needs", "only at a place for clauses"),
        ({"may": "add", "at": CLAUSES, "needs": KEY, "kinds": ["value"]}, "0/needs", "have no condition: value"),
        ({"may": "add", "at": CLAUSES, "needs": KEY}, "0/needs", "clauses of these kinds have no condition: "),
        ({"may": "add", "at": CLAUSES, "kinds": ["outcome"], "needs": {"reputable": "$it"}}, "0/needs", "$it"),
        ({"may": "add", "at": CLAUSES, "kinds": ["outcome"], "needs": A_HAT}, "0/needs", "Hat"),
        ({"may": "add", "at": CLAUSES, "kinds": ["scenario"]}, "0", ""),
        ({"may": "add", "at": "exploration"}, "0", ""),
        ({"may": "change", "at": ""}, "0", ""),
        ({"may": "add-lines", "at": BODY, "begin": "#\n"}, "0", ""),
        ({"remove": "/shop"}, "0", ""),
        ({"may": "add", "at": CLAUSES, "most": 0}, "0", ""),
    ],
)  # fmt: skip
def test_R131_a_limit_that_says_nothing_is_refused_with_its_place(change: Document, at: str, detail: str) -> None:
    law = cycle_16()
    law["rules"]["exploration-class-proposal"]["clauses"]["exploration"]["may"] = {"change": [change]}
    flaws = flaws_of(law)
    assert flaws
    assert all(flaw.path.startswith(f"{CLASS}/may/change/{at}") for flaw in flaws), flaws
    assert any(detail in flaw.detail for flaw in flaws), flaws


# The comparison


keys = st.sampled_from(["a", "b", "*", "x/y", "clauses"])
documents = st.dictionaries(
    keys,
    st.recursive(
        st.sampled_from([0, 1, False, True, None, "", "a", "a\nb"]),
        lambda inner: st.dictionaries(keys, inner, max_size=3) | st.lists(inner, max_size=3),
        max_leaves=12,
    ),
    max_size=3,
)
paths = st.lists(keys, min_size=1, max_size=3).map(tuple)


def leaves(value: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], str]:
    """Everything that is no filled map, by its path, so that 0 and false differ."""
    if not isinstance(value, dict) or not value:
        return {path: repr(value)}
    return {at: leaf for key, each in value.items() for at, leaf in leaves(each, (*path, key)).items()}


@given(documents, documents)
def test_R131_without_permission_every_difference_is_found(old: Document, new: Document) -> None:
    """And nothing in two that are the same."""
    assert (not list(beyond([], old, new))) is (leaves(old) == leaves(new))
    assert not list(beyond([], old, copy.deepcopy(old)))


@given(documents, documents, st.lists(paths, max_size=3))
def test_R131_a_difference_is_at_a_permitted_place_or_found(
    old: Document, new: Document, places: list[tuple[str, ...]]
) -> None:
    """However the documents are nested, and whichever names stand for any."""
    found = [each.path for each in beyond([MayChange(may="change", at=pointer(*place)) for place in places], old, new)]
    was, now = leaves(old), leaves(new)
    differing = [path for path in was.keys() | now.keys() if was.get(path) != now.get(path)]

    def permitted(path: tuple[str, ...]) -> bool:
        return any(
            len(path) >= len(place) and all(want in ("*", key) for want, key in zip(place, path, strict=False))
            for place in places
        )

    for path in differing:
        below = any(path[: len(at)] == at for at in found)
        above = any(at[: len(path)] == path for at in found)
        assert (
            permitted(path) or below or above or any(permitted(each) for each in differing if each[: len(path)] == path)
        )
    assert not any(permitted(path) for path in found)


@given(documents, documents, paths)
def test_R131_what_is_added_leaves_what_was_there(old: Document, new: Document, place: tuple[str, ...]) -> None:
    """Where nothing is found, all that was there is there unchanged."""
    if not list(beyond([MayAdd(may="add", at=pointer(*place))], old, new)):
        for path, leaf in leaves(old).items():
            here: Any = new
            for key in path:
                here = here[key]
            if isinstance(here, list):
                continue
            assert repr(here) == leaf or leaf == "{}"


@pytest.mark.parametrize(
    ("old", "new", "fits"),
    [
        ([1, 2], [1, 2, 3], True),
        ([1, 2], [3, 1, 4, 2], True),
        ([1, 2], [2, 1], False),
        ([1, 2], [1], False),
        ([1, 1], [1, 3], False),
        ([0], [False, 0], True),
        ([0], [False], False),
        ([], [1], True),
    ],
)
def test_R131_elements_are_added_to_a_list(old: list[Any], new: list[Any], fits: bool) -> None:
    """Anywhere in it; those that are there stay in their order. 0 is not false."""
    assert (not list(beyond([MayAdd(may="add", at="/a/b")], {"a": {"b": old}}, {"a": {"b": new}}))) is fits


def test_R131_so_many_are_added_at_most_over_all_places() -> None:
    """To two lists by one permission."""
    old, new = {"a": {"x": [], "y": []}}, {"a": {"x": [1, 2], "y": [3]}}
    assert not list(beyond([MayAdd(may="add", at="/a/*", most=3)], old, new))
    (found,) = beyond([MayAdd(may="add", at="/a/*", most=2)], old, new)
    assert (found.path, found.why) == (("a", "y"), "a proposal adds at most 2 of these")


@pytest.mark.parametrize(
    ("old", "new", "fits"),
    [
        ("", "# a", True),
        ("x", "x\n# a\n\n#b", True),
        ("x\n", "x\n# a", True),
        ("x", "x# a", False),
        ("x", "x\na", False),
        ("x", "y\n# a", False),
        ("x", "", False),
        ("x", 5, False),
        (5, "x", False),
    ],
)
def test_R131_lines_are_added_to_a_text(old: Any, new: Any, fits: bool) -> None:
    """At its end, each with the beginning that is asked for."""
    assert (not list(beyond([MayAddLines(may="add-lines", at="/a", begin="#")], {"a": old}, {"a": new}))) is fits


def test_R131_an_empty_map_is_no_way_to_bring_something_into_force() -> None:
    """A section that is there, though nothing is in it, is a difference."""
    may = (
        Reach.model_validate(
            {"change": [{"may": "add", "at": "/luck/of"}, {"may": "change", "at": "/luck/*/trait"}]}
        ).change
        or []
    )
    assert [each.path for each in beyond(may, {}, {"luck": {}})] == [("luck",)]
    assert not list(beyond(may, {}, {"luck": {"of": {"x": 1}}}))
    assert [each.path for each in beyond(may, {"luck": {"of": {"x": 1}}}, {})] == [("luck",)]


def test_R131_clauses_of_some_kinds_may_be_changed() -> None:
    """Before and after of these kinds; a clause does not turn into another kind."""
    may = [MayChange(may="change", at="/rules/*/clauses/*", kinds=["outcome", "forbid"])]

    def found(old: Any, new: Any) -> list[tuple[str, ...]]:
        made = [{"rules": {"r": {"title": "R", "clauses": {} if each is None else {"c": each}}}} for each in (old, new)]
        return [each.path for each in beyond(may, *made)]

    outcome, ban, action = {"outcome": "O", "of": "p"}, {"forbid": "x"}, {"action": "A"}
    assert (
        found(None, outcome)
        == found(outcome, None)
        == found(outcome, ban)
        == found(outcome, outcome | {"of": "q"})
        == []
    )
    assert found(None, action) == found(action, None) == [("rules", "r", "clauses", "c")]
    assert found(outcome, action)
    assert found(action, action | {"says": "x"}) == [("rules", "r", "clauses", "c", "says")]


def test_R131_a_document_of_many_differences_is_compared_in_linear_time() -> None:
    """A hundred thousand entries, none of them permitted; recursion has no part in it."""
    old, new = {"a": {str(n): n for n in range(100_000)}}, {"a": {str(n): n + 1 for n in range(100_000)}}
    assert (
        sum(1 for _ in beyond([MayAdd(may="add", at="/a"), MayChange(may="change", at="/a/*/b")], old, new)) == 100_000
    )
