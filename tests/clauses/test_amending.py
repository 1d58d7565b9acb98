"""Rules that change the law: within their reach, as revisions in their name, and never beyond a vote."""

from typing import Any

import pytest

from nomic.clauses.models import DeferredEffect
from nomic.clauses.views.explanations import explain_rule
from nomic.law.document.sections import Law, flaws_of
from nomic.law.models import Revision
from nomic.proposals.models import Proposal, ProposalStatus
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_triggers import when
from tests.corrections.conftest import adopt, tell
from tests.support.hall import ADMIN, Hall, cycle_16

PRICE = "/shop/offers/Handy Pack/costs/Vertebra"
MAY_PRICE = {"change": [{"may": "change", "at": PRICE}]}
DEARER = when("phase-began", {"amend": PRICE, "by": 1}) | {"may": MAY_PRICE}
END = {"action": "End", "do": [{"repeal": "this"}]}


def act(*do: dict[str, Any], may: Any = None, **more: Any) -> dict[str, Any]:
    return {"action": "Act", "do": list(do), **more} | ({} if may is None else {"may": may})


def price(hall: Hall) -> int:
    found: int = hall.cycle.law.document["shop"]["offers"]["Handy Pack"]["costs"]["Vertebra"]
    return found


def told(clauses: Clauses) -> list[str]:
    return [
        f"{flaw.path.removeprefix('/rules/tolls/clauses')}: {flaw.detail}"
        for flaw in flaws_of(with_clauses(cycle_16(), clauses))
    ]


# ── what it does


def test_a_price_moves_each_phase(open_with: OpenWith) -> None:
    """Each is a revision, with the rule as its author, in the entry by which the rule acts."""
    hall = open_with({"dearer": DEARER})
    assert price(hall) == 12
    for times in (1, 2, 3):
        hall.to(hall.cycle.phase_ends_at)
        assert (price(hall), hall.cycle.revision) == (12 + times, times)
    made = Revision.objects.filter(book=hall.cycle.book_id, number__gt=0)
    assert {row.reason for row in made} == {"the rule “Tolls”"}
    entry = hall.entries("act-by-rule")[-1]
    assert entry.words == [
        "By the rule “Tolls”:",
        "The law changes the price of one Handy Pack from 14 to 15 Vertebrae.",
        "The law is now revision 3.",
    ]
    hall.is_sound()


def test_it_reads_as_a_sentence() -> None:
    law = Law(with_clauses(cycle_16(), {"dearer": DEARER, "end": END}), number=0)
    first, last = explain_rule(law, "tolls")
    assert first == (
        "Whenever a phase begins, change the law: raise the price of one Handy Pack in Vertebrae by 1. "
        "This rule may change nothing else in the law."
    )
    wider = [{"may": "change", "at": "/shop/offers/Handy Pack/costs"}]
    law = Law(with_clauses(cycle_16(), {"dearer": {**DEARER, "may": {"change": wider}}}), number=0)
    assert "This rule may only change " in explain_rule(law, "tolls")[0]
    assert last == "“End”: You may do this at any time. This rule is repealed."


def test_what_is_written_is_worked_out(open_with: OpenWith) -> None:
    """A number, a name, an entry, a text; at a place that is chosen; read again by later steps of the same effect."""
    offers = "/shop/offers"
    do = act(
        {"amend": f"{offers}/$pack/costs/Vertebra", "to": {"times": [2, {"law": f"{offers}/$pack/costs/Vertebra"}]}},
        {"amend": f"{offers}/$pack/costs/Vertebra", "by": {"law": f"{offers}/$pack/costs/Vertebra"}},
        {"amend": f"{offers}/Bundle", "put": {"gives": [{"grant": "Chip", "to": "$me"}], "costs": {"Chip": 2}}},
        {"amend": f"{offers}/Deck Pack", "remove": True},
        {"amend": "/rules/tolls/body", "put": "Other words."},
        may={"change": [{"may": "change", "at": f"{offers}/*"}, {"may": "change", "at": "/rules/tolls/body"}]},
        **{"with": {"pack": {"is": "name", "one_of": ["Handy Pack", "Legendary Pack"]}}},
    )
    hall = open_with({"do": do})
    entry = hall.do("ada", "tolls_do", pack="Handy Pack")
    law = hall.cycle.law.document
    assert price(hall) == 48
    assert law["shop"]["offers"]["Bundle"]["costs"] == {"Chip": 2}
    assert "Deck Pack" not in law["shop"]["offers"]
    assert law["rules"]["tolls"]["body"] == "Other words."
    assert "The law no longer has the shop's offer Deck Pack." in entry.words
    assert entry.words[-2:] == [
        "The law changes the words of the rule Tolls from “Words.” to “Other words.”.",
        "The law is now revision 1.",
    ]
    assert hall.cycle.revision == 1
    hall.is_sound()


def test_a_rule_ends_itself(open_with: OpenWith) -> None:
    """With what it has for later: names that are gone are skipped."""
    value = {"value": "Count", "of": "cycle"}
    later = {"after": {"hours": 1}, "do": [{"raise": "Count", "by": 1}, {"grant": "Chip", "to": "$me"}]}
    hall = open_with({"count": value, "end": act({"raise": "Count", "by": 2}, later, {"repeal": "this"})})
    chips = hall.has("ada", "Chip")
    entry = hall.do("ada", "tolls_end")
    assert "tolls" not in hall.cycle.law.document["rules"]
    assert entry.words == ["ada acts.", "Count is now 2.", "The rule Tolls is repealed.", "The law is now revision 1."]
    assert "tolls_end" not in hall.can("ada")
    hall.wait(hours=2)
    assert hall.has("ada", "Chip") == chips + 1
    hall.is_sound()


def test_a_rule_lasts_as_long_as_it_is_renewed(open_with: OpenWith) -> None:
    """It ends with a phase in which nobody has renewed it."""
    last = when("phase-ends", {"if": {"is": [{"value_of": "Renewed", }, "equals", 0]}, "then": [{"repeal": "this"}]},
                {"reset": "Renewed"})  # fmt: skip
    hall = open_with(
        {
            "renewed": {"value": "Renewed", "of": "cycle"},
            "renew": act({"set": "Renewed", "to": 1}),
            "last": last,
        }
    )
    for _ in range(2):
        hall.do("ada", "tolls_renew")
        hall.to(hall.cycle.phase_ends_at)
        assert "tolls" in hall.cycle.law.document["rules"]
    hall.to(hall.cycle.phase_ends_at)
    assert "tolls" not in hall.cycle.law.document["rules"]
    hall.is_sound()


def test_it_undoes_what_was_added_lately(open_with: OpenWith) -> None:
    """Every rule that votes added in this phase and the last, and no older one; it says so in its reach."""
    may = {"change": [{"may": "change", "at": "/rules/*"}]}
    hall = open_with({"loop": act({"grant": "Chip", "to": "$me"}, {"repeal": {"rules_added": {"phases": 2}}}, may=may)})
    for name in ("old", "new"):
        enact(hall, {"op": "add", "path": f"/rules/{name}", "value": {"title": name, "body": "Words."}})
    before = set(hall.cycle.law.document["rules"])
    entry = hall.do("ada", "tolls_loop")
    assert set(hall.cycle.law.document["rules"]) == before - {"new"}
    assert "The rule new is repealed." in entry.words
    hall.do("ada", "tolls_loop")
    assert hall.cycle.revision == 3
    hall.is_sound()


# ── its bounds


BAN = {"forbid": "buy", "because": "It is closed."}
SECRET = {"value": "Secret", "of": "cycle", "seen": "nobody"}
WRONG = {
    "the clause does not say that it may change /shop/offers/Handy Pack/costs/Vertebra: add it to may": {
        "x": act({"amend": PRICE, "by": 1})
    },
    "the law has no /shop/offers/None/costs": {
        "x": act({"amend": "/shop/offers/None/costs/Vertebra", "put": 1}, may=MAY_PRICE)
    },
    "the law has no number at /shop/offers/*/costs/Coin": {
        "x": act(
            {"each": "it", "in": {"values": ["Handy Pack"]}, "do": [
                {"announce": "$it"}, {"raise": "Count", "by": {"law": "/shop/offers/$it/costs/Coin"}}]},
        ),
        "c": {"value": "Count", "of": "cycle"},
    },
    "no step of this clause changes the law: use amend or repeal": {"x": act({"announce": "x"}, may=MAY_PRICE)},
    "say one of these: to, by, put, remove": {"x": act({"amend": PRICE, "by": 1, "to": 2}, may=MAY_PRICE)},
    "there is no rule 'none'": {"x": act({"repeal": "none"}, may={"change": [{"may": "change", "at": "/rules/*"}]})},
    "the clause does not say that it may change /rules/luck: add it to may": {"x": act({"repeal": "luck"})},
    "this would write a secret value into the law": {
        "s": SECRET,
        "x": act(
            {"let": "n", "be": {"sum": [1, {"value_of": "Secret"}]}}, {"amend": PRICE, "to": "$n"}, may=MAY_PRICE
        ),
    },
    "what a rule does before an action cannot change the law": {
        "x": when("does", {"amend": PRICE, "by": 1}) | {"act": "buy", "before": True, "may": MAY_PRICE},
    },
    "'amend' cannot be used here: only a rule's action or trigger": {
        "x": {"outcome": "Out", "of": "pool", "do": [{"amend": PRICE, "by": 1}]}
    },
}  # fmt: skip


@pytest.mark.parametrize("detail", WRONG)
def test_what_cannot_be_is_refused_with_its_place(detail: str) -> None:
    """Before it is law."""
    found = told(WRONG[detail])
    assert any(detail in each for each in found), found
    assert all(each.startswith("/x") for each in found)


@pytest.mark.parametrize("place", ["shop", "/", "//a", "/$item/x", "/shop/" + "x" * 300, 5, "/a" * 13])
def test_what_is_no_place_is_refused(place: Any) -> None:
    """With its place."""
    assert (
        "a place in the law" in told({"x": act({"amend": place, "by": 1})})[0]
        or "first part" in told({"x": act({"amend": place, "by": 1})})[0]
    )


def test_a_result_that_is_no_law_changes_nothing(open_with: OpenWith) -> None:
    """An act is refused; a trigger fails, and rests after three failures."""
    may = {"change": [{"may": "change", "at": PRICE}]}
    hall = open_with(
        {
            "act": act({"grant": "Chip", "to": "$me"}, {"amend": PRICE, "to": {"minus": [0, "$n"]}}, may=may,
                       **{"with": {"n": {"is": "number", "least": 0, "most": 20}}}),
            "fall": when("phase-began", {"amend": PRICE, "by": -5}) | {"may": may},
        }
    )  # fmt: skip
    chips = hall.has("ada", "Chip")
    refused = hall.refused("ada", "tolls_act", "law-unchanged", "Tolls", n=3)
    assert "the result is not a valid law" in refused.detail
    assert (hall.has("ada", "Chip"), price(hall), hall.cycle.revision) == (chips, 12, 0)
    for _ in range(6):
        hall.to(hall.cycle.phase_ends_at)
    assert price(hall) == 2
    assert hall.cycle.revision == 2
    failed = [entry for entry in hall.entries("act-by-rule") if entry.failure is not None]
    assert len(failed) == 3
    hall.is_sound()


def test_it_stays_within_its_reach(open_with: OpenWith) -> None:
    """A computed place beyond it is refused when it acts."""
    may = {"change": [{"may": "change", "at": PRICE}]}
    do = act({"amend": "/shop/offers/$pack/costs/Vertebra", "by": 1}, may=may,
             **{"with": {"pack": {"is": "name", "one_of": ["Handy Pack", "Deck Pack"]}}})  # fmt: skip
    hall = open_with({"do": do})
    refused = hall.refused("ada", "tolls_do", "law-unchanged", "Tolls", pack="Deck Pack")
    assert "its clause does not say that it may change the price of one Deck Pack in Vertebrae" in refused.detail
    hall.do("ada", "tolls_do", pack="Handy Pack")
    assert price(hall) == 13
    hall.is_sound()


GUARDED = {
    "its own reach": {"amend": "/rules/tolls/clauses/do/may/change/0/at", "put": "/rules"},
    "its own effect": {"amend": "/rules/tolls/clauses/do/do/0/n", "by": 1},
    "a new rule that may change the law": {"amend": "/rules/new", "put": {
        "title": "New", "body": "Words.", "clauses": {"x": act({"amend": PRICE, "by": 1}, may=MAY_PRICE)}}},
    "a class": {"amend": "/rules/proposals/clauses/normal/lasts/phases", "to": 3},
    "a ban": {"amend": "/rules/tolls/clauses/ban", "remove": True},
}  # fmt: skip


@pytest.mark.parametrize("what", GUARDED)
def test_it_cannot_touch_what_guards_the_law(open_with: OpenWith, what: str) -> None:
    """Unless its reach says so."""
    may = {"change": [{"may": "change", "at": "/rules/*"}]}
    do = act({"grant": "Chip", "n": 1, "to": "$me"}, GUARDED[what], may=may)
    clauses: Clauses = {"do": do, "ban": BAN}
    if what == "a class":
        law = cycle_16()
        rule, name = next(
            (rule, name)
            for rule, each in law["rules"].items()
            for name, clause in each.get("clauses", {}).items()
            if "class" in clause and "phases" in clause["lasts"]
        )
        do["do"][1] = {"amend": f"/rules/{rule}/clauses/{name}/lasts/phases", "to": 3}
    hall = open_with(clauses)
    refused = hall.refused("ada", "tolls_do", "law-unchanged", "Tolls")
    assert "is protected: only a vote can change it, not a rule" in refused.detail
    assert hall.cycle.revision == 0
    enact(hall, other_clauses({**clauses, "do": do | {"may": may | {"guards": True}}}))
    hall.do("ada", "tolls_do")
    assert hall.cycle.revision == 2
    hall.is_sound()


def test_it_never_makes_proposals_impossible(open_with: OpenWith) -> None:
    """Even if its reach is the whole law: a law without a class by which proposals pass is no law."""
    law = cycle_16()
    rule = next(
        rule for rule, each in law["rules"].items() if any("class" in c for c in each.get("clauses", {}).values())
    )
    rules = sorted(
        rule for rule, each in law["rules"].items() if any("class" in c for c in each.get("clauses", {}).values())
    )
    may = {"change": [{"may": "change", "at": f"/{section}"} for section in ("rules", "belongs")], "guards": True}
    strikes = [{"amend": f"/rules/{each}/clauses", "remove": True} for each in rules]
    hall = open_with({"do": act({"grant": "Chip", "to": "$me"}, *strikes, may=may)})
    assert "the result is not a valid law" in hall.refused("ada", "tolls_do", "law-unchanged").detail
    assert rule in rules


def test_no_chain_of_amendments(open_with: OpenWith) -> None:
    """A rule that changes the law whenever the law changes does so once, not for ever; both others do once each."""
    again = when("law-changed", {"amend": PRICE, "by": 1}) | {"may": MAY_PRICE}
    hall = open_with({"again": again, "act": act({"amend": PRICE, "by": 10}, may=MAY_PRICE)})
    hall.do("ada", "tolls_act")
    assert (price(hall), hall.cycle.revision) == (22, 1)
    (failed,) = [entry for entry in hall.entries("act-by-rule") if entry.failure is not None]
    assert "a rule has already changed it in response to the same act" in failed.words[0]
    enact(hall, {"op": "replace", "path": PRICE, "value": 30})
    assert price(hall) == 31
    hall.is_sound()


def test_two_rules_at_one_event_both_change_it(open_with: OpenWith) -> None:
    """Neither follows from the other."""
    hall = open_with({"one": DEARER, "two": DEARER | {"place": 1}})
    hall.to(hall.cycle.phase_ends_at)
    assert (price(hall), hall.cycle.revision) == (14, 2)
    hall.is_sound()


def test_so_often_a_day(open_with: OpenWith) -> None:
    """No rule floods the history of the law."""
    hall = open_with({"act": act({"amend": PRICE, "by": 1}, may=MAY_PRICE)})
    for _ in range(24):
        hall.do("ada", "tolls_act")
    refused = hall.refused("ada", "tolls_act", "law-unchanged")
    assert "24 times within 24 hours" in refused.detail
    hall.clock.wait(hours=25)
    hall.do("ada", "tolls_act")
    assert price(hall) == 37
    hall.is_sound()


# ── votes, corrections, what waits


def test_a_vote_prevails_over_what_a_rule_changes_meanwhile(open_with: OpenWith) -> None:
    """The price moves while people vote on it; they get what they voted for, and then it moves on."""
    hall = open_with({"dearer": DEARER})
    code = hall.propose("ada", {"op": "replace", "path": PRICE, "value": 40})
    other = hall.propose("bob", {"op": "replace", "path": PRICE, "value": 50})
    for each in (code, other):
        hall.vote(each, ada="for", bob="for", eve="for")
    hall.to(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)
    assert Proposal.objects.get(cycle=hall.pk, code=code).status == ProposalStatus.ENACTED
    assert Proposal.objects.get(cycle=hall.pk, code=other).status == ProposalStatus.BY_HAND  # another vote: R13
    assert price(hall) == 41
    hall.is_sound()


def test_a_vote_repeals_a_rule_that_rewrites_itself(open_with: OpenWith) -> None:
    """However its own words have changed since the proposal."""
    own = "/rules/tolls/clauses/grow/do/0/n"
    grow = when("phase-began", {"grant": "Chip", "n": 1, "to": {"players": "players"}}, {"amend": own, "by": 1})
    grow |= {"may": {"change": [{"may": "change", "at": own}], "guards": True}}
    hall = open_with({"grow": grow})
    hall.to(hall.cycle.phase_ends_at)
    enact(hall, {"repeal": "tolls", "take_along": True})
    assert "tolls" not in hall.cycle.law.document["rules"]
    hall.is_sound()


def test_what_waits_has_the_reach_of_the_law_then(open_with: OpenWith) -> None:
    """A clause that is amended, or gone, when its own later step changes the law."""
    later = {"after": {"phases": 3}, "do": [{"amend": PRICE, "by": 1}]}
    clauses = {name: act(later, may=MAY_PRICE) for name in ("same", "less", "gone")}
    hall = open_with(clauses)
    for name in clauses:
        hall.do("ada", f"tolls_{name}")
    enact(hall, other_clauses({"same": clauses["same"], "less": act({"announce": "x"})}))
    while DeferredEffect.objects.filter(cycle=hall.pk).exists():
        hall.to(hall.cycle.phase_ends_at)
    assert price(hall) == 13
    failed = [entry for entry in hall.entries() if entry.failure is not None]
    assert len(failed) == 2
    assert all("does not say that it may change" in entry.words[0] for entry in failed)
    hall.is_sound()


def test_an_act_that_changed_the_law_is_undone(open_with: OpenWith) -> None:
    """The law is what it would be without it; later acts are done again."""
    hall = open_with({"act": act({"amend": PRICE, "by": 1}, may=MAY_PRICE)})
    entry = hall.do("ada", "tolls_act")
    hall.do("bob", "tolls_act")
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="x")
    adopt(hall, tell(hall))
    assert (price(hall), hall.cycle.revision) == (13, 1)
    hall.is_sound()


def test_the_law_has_a_size(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that adds for ever is refused at its limit."""
    hall = open_with({"act": act({"amend": "/rules/tolls/body", "put": "x" * 9_000}, may={
        "change": [{"may": "change", "at": "/rules/tolls/body"}]})})  # fmt: skip
    monkeypatch.setattr("nomic.limits.LAW_BYTES", len(str(hall.cycle.law.document)))
    hall.refused("ada", "tolls_act", "law-unchanged", "Tolls")
    assert hall.cycle.revision == 0
