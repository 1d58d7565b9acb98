"""What of the law belongs to which rule."""

import copy
import pickle
from typing import Any

import pytest

from nomic.law.amendments.patch import amend_document
from nomic.law.document.sections import Flaw, Law, LawInvalid, check_document
from nomic.law.document.templates import document_of, law_templates
from nomic.law.rules.reference import RuleRef, named_in
from nomic.law.rules.rule_of_place import belongings, has_place, missing_places, rule_at
from tests.support.hall import cycle_16, with_rules


def of_cycle_16(place: str) -> str | None:
    return rule_at(Law(cycle_16()), place)


def test_the_longest_place_settles_whose_it_is() -> None:
    """A pack has a rule of its own; one that has none is the rule's of all packs."""
    assert of_cycle_16("/packs/Handy Pack/contents/0/n") == "handy-pack"
    assert of_cycle_16("/packs/Pack of Nothing") == "card-packs"
    assert of_cycle_16("/packs") == "card-packs"


def test_names_that_begin_alike_are_others() -> None:
    """A place is a path, not a beginning of letters."""
    law = Law(cycle_16() | {"belongs": {"/shop/offers/Chip": "chips"}})
    assert rule_at(law, "/shop/offers/Chip/costs") == "chips"
    assert rule_at(law, "/shop/offers/Chipped Cup") == "the-croupier"


def test_what_stands_in_a_rule_is_that_rules() -> None:
    """Its words and clauses, whatever is said elsewhere."""
    assert of_cycle_16("/rules/fusion/clauses/fuse") == "fusion"
    assert of_cycle_16("/rules/nothing/body") is None


def test_what_nobody_has_said_the_words_of_the_rules_say() -> None:
    """The rule that shows a section's table comes before one that quotes a value of it."""
    law = cycle_16()
    del law["belongs"]
    assert rule_at(Law(law), "/shop/offers/Chip/costs/Vertebra") == "the-croupier"
    assert rule_at(Law(law), "/duels") == "exoptotic-duel"
    assert rule_at(Law(law), "/duels/request_lapses_minutes") == "exoptotic-duel"
    assert rule_at(Law(law), "/cycle/title") is None


def test_a_section_of_which_nothing_is_said_or_shown_belongs_to_no_rule() -> None:
    """The name of the cycle is nobody's."""
    assert "/cycle" not in [place for places in belongings(Law(cycle_16())).values() for place in places]


@pytest.mark.parametrize("name", sorted(law_templates()))
def test_every_law_says_of_its_sections_whose_they_are(name: str) -> None:
    """All but the name of the cycle, and what is not in force: each place is there, and its rule too."""
    document = document_of(name)
    law = Law(document)
    assert all(has_place(law, place) for place in document["belongs"])
    silent = [section for section in document if rule_at(law, f"/{section}") is None]
    assert set(silent) <= {"rules", "belongs", "cycle", "knucklebones"}
    assert set(document["belongs"].values()) <= set(document["rules"])


def test_a_rule_does_not_go_while_something_belongs_to_it() -> None:
    """The refusal lists what does."""
    law = with_rules({"a": {"title": "A", "body": ""}}) | {"belongs": {"/shop": "a", "/duels": "a", "/luck": "a"}}
    with pytest.raises(LawInvalid) as refused:
        amend_document(law, [{"op": "remove", "path": "/rules/a"}])
    assert refused.value.flaws == [
        Flaw(
            "/rules/a",
            "there is no such rule, but this belongs to it: /duels, /luck, /shop; "
            "when you repeal a rule, remove what belongs to it too (take_along) or move it to another rule (move_to)",
        )
    ]


def test_what_is_gone_belongs_to_nobody() -> None:
    """An entry is taken out without a word about its rule, and the rule after it."""
    law = with_rules({"a": {"title": "A", "body": ""}, "b": {"title": "B", "body": ""}}) | {"belongs": {"/luck": "a"}}
    after = amend_document(law, [{"op": "remove", "path": "/luck"}, {"op": "remove", "path": "/rules/a"}])
    assert belongings(Law(after)) == {}


def test_places_in_rules_are_refused() -> None:
    """Those have a rule already."""
    with pytest.raises(LawInvalid, match="name a place outside the rules"):
        check_document(cycle_16() | {"belongs": {"/rules/fusion/body": "fusion"}})


@pytest.mark.parametrize("place", ["shop", "/", "", "//", "/shop/"])
def test_what_is_no_place_is_refused(place: str) -> None:
    """With the section that it stands in."""
    with pytest.raises(LawInvalid) as refused:
        check_document(cycle_16() | {"belongs": {place: "the-croupier"}})
    assert refused.value.flaws[0].path.startswith("/belongs")


def test_a_proposal_says_nothing_of_what_there_is_not() -> None:
    """What it says anew names what there will be; what was said before and is gone meanwhile is let be."""
    old, new = cycle_16(), cycle_16()
    old["belongs"]["/packs/Lost Pack"] = new["belongs"]["/packs/Lost Pack"] = "card-packs"
    new["belongs"]["/packs/Found Pack"] = "card-packs"
    assert [flaw.path for flaw in missing_places(Law(old), Law(new))] == ["/belongs/~1packs~1Found Pack"]


@pytest.mark.parametrize(
    ("at", "says", "id_", "words"),
    [
        ("card-gifting", "Card gifting (R23)", "card-gifting", "Presents (R23)"),
        ("/rules/card-gifting/clauses/give", "Card gifting (R23)", "card-gifting", "Presents (R23)"),
        ("/nothing", "Card gifting (R23)", "", "Card gifting (R23)"),
        ("gone", "victory (R56)", "victory", "Victory (R56)"),
    ],
)
def test_a_rule_is_named_as_the_law_has_it_now(at: str, says: str, id_: str, words: str) -> None:
    """By its place where there is one, else by its title."""
    law: dict[str, Any] = cycle_16()
    law["rules"]["card-gifting"]["title"] = "Presents"
    named = named_in(Law(law), RuleRef(at, says))
    assert (named.at, named) == (id_, words)


def test_a_name_without_a_place_is_looked_up_by_its_title() -> None:
    """As the rules of games are named by their engines."""
    law = Law(cycle_16())
    assert named_in(law, "Exoptosis (R37)").at == "exoptosis"
    assert named_in(law, "Corrections").at == ""
    assert named_in(law, "") == ""


def test_a_rules_name_is_a_text_and_stays_one_that_knows_its_place() -> None:
    """Copied and kept as any other."""
    name = RuleRef("/duels", "Card gifting (R23)")
    assert name == "Card gifting (R23)"
    for again in (copy.deepcopy(name), pickle.loads(pickle.dumps(name))):
        assert (again, again.at) == (name, "/duels")
