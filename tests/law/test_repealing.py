"""Repealing a rule: what hangs on it goes too, or over to another rule; the proposer says which."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.law.amendments.patch import amend_document, amended_draft, check_form, complete_draft
from nomic.law.amendments.repeal import dependents_of
from nomic.law.document.sections import LawInvalid
from tests.support.hall import Document, bare_law, cycle_16, wordless

VOTING = bare_law()["rules"]  # a law has a class of proposals
TOLLS: dict[str, Any] = {
    "tolls": {"title": "Tolls", "body": "", "place": 10, "clauses": {"well": {"value": "The Well"}}},
    "mondays": {"title": "Mondays", "body": "", "parent": "tolls", "place": 10},
    "early": {"title": "Early Mondays", "body": "", "parent": "mondays", "place": 10},
    "sundays": {"title": "Sundays", "body": "", "parent": "tolls", "place": 5},
    "trade": {"title": "Trade", "body": "", "place": 20, "clauses": {"fee": {"value": "The Fee"}}},
    "fairs": {"title": "Fairs", "body": "", "parent": "trade", "place": 10},
}


def law(**said: str) -> Document:
    """A law of these rules; `said` are sections and the rules that they belong to."""
    return wordless() | {"rules": {**TOLLS, **VOTING}, "belongs": {f"/{place}": rule for place, rule in said.items()}}


def refusal(document: Document, operation: dict[str, Any]) -> list[str]:
    with pytest.raises(LawInvalid) as refused:
        complete_draft(document, [operation])
    return [str(flaw) for flaw in refused.value.flaws]


def test_without_a_word_on_what_hangs_on_it_no_rule_is_repealed() -> None:
    """All of it is listed, with both ways to go on."""
    assert refusal(law(luck="tolls", duels="trade"), {"repeal": "tolls"}) == [
        "/0/repeal: the rule 'tolls' has dependents (/luck, the rule mondays, the rule sundays): "
        "remove them too (take_along: true), or name the rule that takes them over (move_to)"
    ]


def test_a_rule_on_which_nothing_hangs_is_repealed_with_its_clauses() -> None:
    """A vote that repeals a rule takes away what it does."""
    after = complete_draft(law(), [{"repeal": "fairs"}]).document
    assert after["rules"].keys() == (TOLLS.keys() | VOTING.keys()) - {"fairs"}
    assert dependents_of(after, "trade").clauses == ("fee",)
    assert "trade" not in complete_draft(after, [{"repeal": "trade"}]).document["rules"]


def test_taking_along_takes_the_rules_beneath_and_all_that_belongs_to_any() -> None:
    """Entries and sections, and what is said of them."""
    after = complete_draft(
        law(luck="tolls", duels="early", shop="trade"), [{"repeal": "tolls", "take_along": True}]
    ).document
    assert after["rules"].keys() == {"trade", "fairs"} | VOTING.keys()
    assert after["belongs"] == {"/shop": "trade"}
    assert not {"luck", "duels"} & after.keys()


def test_moving_leaves_everything_as_it_was_under_another_rule() -> None:
    """Places, rules beneath in their order after those that stand there, clauses."""
    after = complete_draft(law(luck="tolls", shop="trade"), [{"repeal": "tolls", "move_to": "trade"}]).document
    assert after["belongs"] == {"/luck": "trade", "/shop": "trade"}
    assert after["luck"] == law()["luck"]
    placed = {id_: (rule["parent"], rule["place"]) for id_, rule in after["rules"].items() if rule.get("parent")}
    assert placed == {
        "mondays": ("trade", 30),
        "sundays": ("trade", 20),
        "fairs": ("trade", 10),
        "early": ("mondays", 10),
    }
    assert after["rules"]["trade"]["clauses"] == {"well": {"value": "The Well"}, "fee": {"value": "The Fee"}}


def test_a_clause_that_moves_quotes_its_numbers_at_their_new_place() -> None:
    """Its short sentence would quote what the law no longer has."""
    after = complete_draft(cycle_16(), [{"repeal": "fusion", "move_to": "actions"}]).document
    says = after["rules"]["actions"]["clauses"]["fuse"]["says"]
    assert "{{law|/rules/actions/clauses/fuse/costs|items}}" in says
    assert "/rules/fusion" not in says


def test_what_is_kept_of_a_repeal_is_a_patch_that_says_what_it_saw() -> None:
    """It is written out when it is submitted, with its guards, and is accepted as it then stands."""
    once = complete_draft(law(luck="tolls"), [{"repeal": "tolls", "take_along": True}])
    assert all(operation["op"] in ("test", "remove") for operation in once.operations)
    assert once.operations[0] == {"op": "test", "path": "/luck", "value": law()["luck"]}
    assert complete_draft(law(luck="tolls"), once.operations) == once
    assert amend_document(law(luck="tolls"), once.operations) == once.document


def test_a_repeal_sees_what_stands_before_it_in_the_same_proposal() -> None:
    """What has gone elsewhere by then does not hang on the rule any more; what has come does."""
    moved = {"op": "replace", "path": "/belongs/~1luck", "value": "trade"}
    fewer = [{"repeal": "mondays", "take_along": True}, {"repeal": "sundays"}, moved, {"repeal": "tolls"}]
    assert complete_draft(law(luck="tolls"), fewer).document["belongs"] == {"/luck": "trade"}
    with pytest.raises(LawInvalid, match="/3/repeal: the rule 'tolls' has dependents \\(/luck\\):"):
        complete_draft(law(luck="trade"), [*fewer[:2], {**moved, "value": "tolls"}, {"repeal": "tolls"}])


def test_what_would_go_too_and_belongs_to_a_rule_that_stays_is_refused() -> None:
    """A part of what goes is named with its rule; one of a rule that goes too goes."""
    document = law() | {"belongs": {"/shop": "tolls", "/shop/offers/Chip": "trade"}}
    assert refusal(document, {"repeal": "tolls", "take_along": True}) == [
        "/0/take_along: /shop/offers/Chip would be removed too, but it belongs to the rule 'trade': "
        "move or remove it first"
    ]
    document["belongs"]["/shop/offers/Chip"] = "mondays"
    assert "shop" not in complete_draft(document, [{"repeal": "tolls", "take_along": True}]).document


def test_places_in_a_list_go_from_its_end() -> None:
    """However many digits they have: what is taken first does not move the others."""
    document = bare_law() | {"rules": {**TOLLS, **VOTING}, "belongs": {}}
    document["calendar"]["phases"] = [{"kind": f"k{n}", "title": f"K{n}", "starts_at_hour": n} for n in range(12)]
    document["belongs"] = {f"/calendar/phases/{n}": "tolls" for n in (2, 9, 10, 11)}
    after = amended_draft(document, [{"repeal": "tolls", "take_along": True}])
    assert [phase["kind"] for phase in after["calendar"]["phases"]] == ["k0", "k1", *(f"k{n}" for n in range(3, 9))]


@pytest.mark.parametrize(
    ("operation", "where"),
    [
        ({"repeal": "nowhere"}, "/0/repeal"),
        ({"repeal": 3}, "/0/repeal"),
        ({"repeal": "x" * 81}, "/0/repeal"),
        ({"repeal": "tolls", "take_along": False}, "/0/take_along"),
        ({"repeal": "tolls", "take_along": True, "move_to": "trade"}, "/0"),
        ({"repeal": "tolls", "move_to": None}, "/0/move_to"),
        ({"repeal": "tolls", "move_to": "nowhere"}, "/0/move_to"),
        ({"repeal": "tolls", "move_to": "tolls"}, "/0/move_to"),
        ({"repeal": "tolls", "move_to": "early"}, "/0/move_to"),
        ({"repeal": "tolls", "op": "remove"}, "/0/op"),
    ],
)
def test_what_is_no_repeal_is_refused_with_its_place(operation: dict[str, Any], where: str) -> None:
    """Rules that there are not, both ways at once, under itself."""
    assert refusal(law(luck="tolls"), operation)[0].startswith(f"{where}: ")


def test_clauses_of_one_name_do_not_come_together() -> None:
    """One would take the other's place."""
    document = law() | {"rules": {**TOLLS, **VOTING, "trade": {**TOLLS["trade"], "clauses": TOLLS["tolls"]["clauses"]}}}
    assert refusal(document, {"repeal": "tolls", "move_to": "trade"}) == [
        "/0/move_to: the rule 'trade' already has clauses with these names: well"
    ]


def test_a_repeal_of_very_many_rules_is_no_way_around_the_bounds() -> None:
    """What it stands for counts, as if it were written out."""
    rules = {f"r{n}": {"title": "R", "body": "", "parent": "r0" if n else None} for n in range(600)}
    check_form([{"repeal": "r0", "take_along": True}])
    with pytest.raises(LawInvalid, match="at most 500 operations"):
        complete_draft(bare_law() | {"rules": rules}, [{"repeal": "r0", "take_along": True}])


@given(st.data())
def test_after_any_repeal_the_law_holds_together(data: st.DataObject) -> None:
    """Nothing is left that stands beneath, or belongs to, a rule that is gone; what is moved is all still there."""
    ids = sorted(TOLLS)
    said = {place: data.draw(st.sampled_from(ids)) for place in ("luck", "duels", "knucklebones", "shop")}
    document = law(**said)
    target = data.draw(st.sampled_from(ids))
    how = data.draw(st.sampled_from([{"take_along": True}, *({"move_to": id_} for id_ in ids)]))
    try:
        after = complete_draft(document, [{"repeal": target, **how}]).document
    except LawInvalid:
        assert "move_to" in how
        return
    assert target not in after["rules"]
    assert all(rule.get("parent") in (None, *after["rules"]) for rule in after["rules"].values())
    assert set(after["belongs"].values()) <= after["rules"].keys()
    if "move_to" in how:
        assert after.keys() == document.keys()
        assert after["rules"].keys() == (TOLLS.keys() | VOTING.keys()) - {target}
