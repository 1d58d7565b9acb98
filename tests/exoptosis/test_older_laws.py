"""Laws of the Hall from before burning, gifts, uses and victory were clauses (R22, R23, R29, R55, R56)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from exoptosis.older import TOLD, gifts
from exoptosis.older.victory import clause_of
from nomic.cycles import deadlines
from nomic.cycles.deadlines import Rank
from nomic.cycles.journal import lock, save
from nomic.cycles.refusals import NoSuchAction
from nomic.cycles.told_in_clauses import TELL, UNSAID
from nomic.law.older import Document, Older, _older, told_in_clauses
from nomic.law.sections import check, flaws_of
from nomic.law.templates import document_of
from tests.support.hall import DAY, HOUR, START, WEEK, Hall, OpenCycle, cycle_16, wordless
from tests.support.older_laws import BURNING, CARD, OLD, TOKEN, older

pytestmark = pytest.mark.django_db
PACK = "Already-opened Pack"
CHIPS = {"item": "Chip", "at_least": 10}


def tell(hall: Hall, after: Any = HOUR, places: list[str] | None = None) -> None:
    """The law is told in clauses a while from now; as entries said it at first, which named no places, unless told."""
    args = {} if places is None else {"places": places}
    with transaction.atomic():
        cycle = lock(hall.slug)
        at = hall.clock.now + after
        deadlines.schedule(cycle, TELL, at=at, rank=Rank.AT_ONCE, action=TELL, args=args, order=0)
        save(cycle)
    hall.to(at)


def test_they_are_told_as_the_templates_tell_it() -> None:
    """The clauses, the words that point to them, and no section that belongs to a rule."""
    for template in OLD:
        before = older(template)
        check(before)
        assert told_in_clauses(before) == document_of(template)
        assert told_in_clauses(document_of(template)) == document_of(template)


def test_all_that_they_do_under_the_old_law_and_under_the_new(open_cycle: OpenCycle) -> None:
    """One journal, of which the first half is of the old sections: it replays, and what holds is the same."""
    hall = open_cycle(older())
    hall.join("ada", "bob", "eve")
    hall.grant("ada", TOKEN, 2)
    hall.clock.to(WEEK)
    for name in ("ada", "eve"):
        cards = [hall.grant_card(name, "5").code for _ in range(3)]
        hall.do(name, "gift", to="bob")
        for code in cards[:2]:
            hall.do(name, "burn-card", card=code)
        hall.refused(name, "burn-card", "too-often", "Actions", card=cards[2])
        assert hall.has(name, "Vertebra") == 22
        if name == "ada":
            before = hall.has("bob", PACK)
            hall.do("ada", "use-item", item=TOKEN, card=cards[2])
            hall.do("bob", "open-pack", pack=PACK)
            assert hall.has("ada", PACK) == 1
            tell(hall, places=[*UNSAID[TELL], "/starting_grant"])
            assert hall.cycle.law.document == cycle_16()
    assert (before, hall.has("bob", PACK)) == (4, 7)
    hall.do("bob", "open-pack", pack=PACK)
    assert hall.has("eve", PACK) == 1
    hall.do("ada", "use-reconfiguration-token", card=cards_of(hall, "ada"))
    hall.refused("ada", "gift", "too-often", "Card gifting", to="eve")
    assert {"gift", "burn-card", "use-item", "return-gift"} <= {entry.action for entry in hall.entries()}
    hall.is_sound()


def cards_of(hall: Hall, name: str) -> str:
    return hall.cards(name)[0].code


def test_until_it_is_told_it_is_amended_as_it_was(open_cycle: OpenCycle) -> None:
    """By the section, in a journal that replays to the same."""
    hall = open_cycle(older())
    hall.join("ada", "bob", "eve")
    hall.grant("ada", "Chip", 4)
    hall.grant("bob", "Chip", 4)
    hall.propose("eve", {"op": "replace", "path": "/victory/at_least", "value": 4}, **{"class": "urgent"})
    hall.to(START + 2 * DAY)
    assert "have 4 Chips each: nobody wins yet" in hall.entries("close-voting")[0].words[-1]
    hall.grant("bob", "Chip")
    assert hall.cycle.winner == "bob"
    assert "Victory (R56)" in str(hall.entries("end-cycle")[0].args)
    hall.is_sound()


def test_nobody_says_it_in_the_old_way_again(open_cycle: OpenCycle) -> None:
    """Each section is refused with its place."""
    hall = open_cycle()
    hall.join("eve")
    for section, (_, said) in OLD["cycle-16"].items():
        hall.bad("eve", "submit-proposal", f"amendments/{section}", title="T",
                 amendments=[{"op": "add", "path": f"/{section}", "value": said}])  # fmt: skip


def test_an_action_keeps_its_name_from_one_law_to_the_next(open_cycle: OpenCycle) -> None:
    """A law that has the section has no room for a clause of that name; one without both knows no such action."""
    law = older()
    law["rules"]["actions"]["clauses"] = {
        "x": {"action": "X", "called": "gift", "do": [{"grant": "Chip", "to": "$me"}]}
    }
    assert [flaw.path for flaw in flaws_of(law)] == ["/rules/actions/clauses/x/called"]
    del law["rules"]["actions"]["clauses"]["x"]["called"]
    assert flaws_of(law) == []
    hall = open_cycle(wordless())
    hall.join("ada", "bob")
    with hall.nothing_changes(), pytest.raises(NoSuchAction):
        hall.do("ada", "gift", to="bob")


def told(**sections: Any) -> dict[str, Any]:
    """A law with one rule and these sections from before, as it is told now."""
    law = told_in_clauses(wordless() | sections)
    check(law)
    return law


def test_a_law_without_the_rules_gets_them() -> None:
    """What other rules quoted of it points there too."""
    law = wordless() | {"victory": CHIPS}
    law["rules"]["time"]["body"] = "Time ends with {{law|/victory/at_least}} times {{law|/victory/item}}."
    law = told_in_clauses(law)
    check(law)
    assert law["rules"]["victory"]["clauses"] == {"most": clause_of("Chip", 10)}
    at = "/rules/victory/clauses/most/wins/all/0/is"
    assert law["rules"]["time"]["body"] == f"Time ends with {{{{law|{at}/2}}}} times {{{{law|{at}/0/stock}}}}."


def test_a_rule_keeps_the_clauses_that_it_has() -> None:
    """The new one takes another name; where there is no room for it, another rule."""
    law = older()
    law["rules"]["victory"]["clauses"] = {"most": {"value": "Most", "of": "cycle"}}
    law["rules"]["actions"]["clauses"] = {f"v{count}": {"value": f"V{count}", "of": "cycle"} for count in range(20)}
    law["rules"]["time"]["clauses"] = {"v": {"value": gifts.RECEIVER, "of": "cycle"}}
    law = told_in_clauses(law)
    check(law)
    assert law["rules"]["victory"]["clauses"]["most-2"] == clause_of("Chip", 10)
    assert law["rules"]["actions-2"]["clauses"]["burn"]["called"] == "burn-card"
    assert law["rules"]["card-gifting"]["clauses"]["with"]["value"] == f"{gifts.RECEIVER}-2"


@pytest.mark.parametrize("never", [{"times_per_phase": 0}, {"phase_kinds": []}, {"phase_kinds": ["feast"]}])
def test_what_could_never_be_burnt_cannot_be(never: dict[str, Any]) -> None:
    """There is no such action then."""
    assert "burn" not in str(told(burning=BURNING | never)["rules"].keys())


def test_what_is_burnt_for_nothing_or_for_much() -> None:
    """Each item is granted; the words say how many of each."""
    law = wordless() | {"burning": BURNING | {"gains": {"Chip": 0, "Vertebra": 3, "Gem Key": 1}}}
    law["rules"]["time"]["body"] = "It brings {{law|/burning/gains}}, {{law|/burning/gains/Vertebra}}."
    law = told_in_clauses(law)
    check(law)
    do = "/rules/actions/clauses/burn/do"
    assert law["rules"]["time"]["body"] == (
        f"It brings {{{{law|{do}/1/n}}}} Gem Key and {{{{law|{do}/2/n}}}} Vertebrae, {{{{law|{do}/2/n}}}}."
    )
    assert len(told(burning=BURNING | {"gains": {}})["rules"]["actions"]["clauses"]["burn"]["do"]) == 1


def test_uses_of_many_items_stand_in_as_many_rules_as_they_need() -> None:
    """Twenty in each; names that are alike are told apart, and those that no action can have are left out."""
    law = wordless()
    for count in range(25):
        law["items"][f"Key {count}"] = {"plural": "Keys", "kind": "keepsake"}
    effect = [{"grant": "Chip", "n": 1, "to": "$me"}]
    law["uses"] = {f"Key {count}": {"on_a_card": False, "effect": effect, "place": count} for count in range(25)}
    law["uses"]["Chip"] = {"on_a_card": False, "effect": effect, "place": 99}
    law = told_in_clauses(law)
    check(law)
    assert [len(law["rules"][id_]["clauses"]) for id_ in ("using-items", "using-items-2")] == [20, 6]
    assert law["rules"]["using-items"]["clauses"]["use-key"]["called"] == "use-key"
    assert "called" not in law["rules"]["using-items"]["clauses"]["use-key-2"]
    assert law["rules"]["using-items-2"]["clauses"]["use-chip"]["action"] == "Use a Chip"


def test_what_could_not_be_law_if_it_were_told_stays_as_it_is(open_cycle: OpenCycle) -> None:
    """Something forbids an act that would be no more; the rest is told."""
    law = wordless() | {"burning": BURNING | {"times_per_phase": 0}, "victory": CHIPS}
    law["rules"]["time"]["clauses"]["no"] = {"forbid": "burn-card", "because": "No"}
    hall = open_cycle(law)
    hall.join("ada")
    tell(hall)
    now = hall.cycle.law.document
    assert ("burning" in now, "victory" in now) == (True, False)
    hall.is_sound()


def test_gifts_that_do_something_else_stay_as_they_are() -> None:
    """What is not so much of something cannot be told as so many times as much."""
    odd = [*CARD, {"announce": "Snow falls."}]
    law = wordless() | {"gifts": OLD["cycle-16"]["gifts"][1] | {"part": odd}}
    del law["starting_grant"]
    assert told_in_clauses(law) == law
    assert len(TOLD) == 4


@pytest.fixture
def another_way(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Has a later version know one thing more that laws said in the old way: what the cycle's page says."""

    def tell_of_pages(document: Document) -> dict[str, Any]:
        return {**document, "cycle": {**document["cycle"], "title": "Told"}}

    older = Older("/cycle/title", lambda document: document["cycle"]["title"] != "Told", tell_of_pages)
    return lambda: monkeypatch.setitem(_older, older.path, older)


@pytest.mark.parametrize("places", [None, ["/burning", "/victory"]])
def test_what_an_entry_told_is_told_again_whatever_can_be_told_later(
    open_cycle: OpenCycle, another_way: Callable[[], None], places: list[str] | None
) -> None:
    """It says which it told; one that does not say it told what there was to tell then. The rest stays."""
    hall = open_cycle(older())
    hall.join("ada")
    tell(hall, places=places)
    another_way()
    hall.is_sound()
    now = hall.cycle.law.document
    assert ("burning" in now, "victory" in now, "gifts" in now) == (False, False, places is not None)
    tell(hall, places=["/gifts", "/cycle/title"])
    assert "gifts" not in hall.cycle.law.document
    assert hall.cycle.law.document["cycle"]["title"] == "Told"
    hall.is_sound()


def test_an_entry_of_the_first_version_told_classes_alone(
    open_cycle: OpenCycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not say so: told again, it changes what it changed, and a second one the rest."""
    hall = open_cycle(older())
    hall.join("ada")
    with monkeypatch.context() as then:
        then.setitem(UNSAID, TELL, ("/proposals/classes",))
        tell(hall)
    assert "burning" in hall.cycle.law.document
    hall.is_sound()
    tell(hall)
    assert "burning" not in hall.cycle.law.document
    hall.is_sound()
