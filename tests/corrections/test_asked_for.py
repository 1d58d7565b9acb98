"""What asked for a correction, by whom it is refused, and what the difference says: in words, linked both ways."""

from typing import Any

from django.test import Client

from nomic.chance.seeds import new_seed
from nomic.corrections.models import Correction
from nomic.cycles.history.corrected_fork import begin_correction, catch_up_and_settle
from nomic.cycles.journal.append import lock_cycle
from nomic.cycles.models import Entry
from nomic.cycles.state_digest import digest_of, state_of
from nomic.law.rules.reference import RuleRef
from nomic.law.rules.tree import rules_of
from tests.corrections.conftest import Told, adopt, rows_of, tell
from tests.support.hall import ADMIN, HOUR, Hall

RENAME: dict[str, Any] = {"op": "replace", "path": "/rules/judgement/title", "value": "Justice"}
HIGHER: dict[str, Any] = {"op": "replace", "path": "/trades/within_hours", "value": 100}


def ruled(cast: Hall) -> None:
    """Eve, the Judge, has answered the one question."""
    cast.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    cast.do("bob", "file-request", kind="question", title="Was that a purchase?", text="Ada meant another pack.")
    cast.do("eve", "rule", request="1", answer="No.", reasoning="She said so at once.")


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_ruling_and_a_proposal_ask_for_a_correction(cast: Hall) -> None:
    """Named by their numbers, kept by their codes, shown and linked from either side; and it replays."""
    ruled(cast)
    code = cast.propose("ada", RENAME, **{"class": "urgent"})
    bought = cast.do("ada", "buy", offer="Handy Pack")
    cast.bad(
        ADMIN, "open-correction", "proposal", edits=[{"do": "void", "entry": bought.key}], proposal="1", reason="x"
    )
    cast.to(cast.clock.now + 49 * HOUR)
    edits = [{"do": "void", "entry": bought.key}]
    for wrong in ({"ruling": "7"}, {"proposal": "7"}):
        cast.bad(ADMIN, "open-correction", *wrong, edits=edits, reason="x", **wrong)
    said = {"ruling": "1", "proposal": code, "following": "a word of Bob"}
    entry = cast.do(ADMIN, "open-correction", edits=edits, reason="x", **said)
    assert "following ruling 1 and proposal 1 and a word of Bob" in entry.words[0]
    row = tell(cast)
    assert len(row.ruling) > 1
    assert row.proposal == code
    address = f"/c/hall/corrections/{row.code}/"
    shown = page(address)
    assert "/c/hall/court/1/#ruling-1" in shown
    assert "/c/hall/proposals/1/" in shown
    for other in ("/c/hall/court/1/", "/c/hall/proposals/1/"):
        assert address in page(other)
    for query in (f"ruling={row.ruling}", f"proposal={code}"):
        listed = Client().get(f"/api/v1/cycles/hall/corrections/?{query}").json()["items"]
        assert [each["code"] for each in listed] == [row.code]
    assert Client().get("/api/v1/cycles/hall/corrections/?ruling=no").json()["items"] == []
    adopt(cast, row)
    cast.is_sound()


def test_what_was_overturned_asks_for_nothing(cast: Hall) -> None:
    ruled(cast)
    bought = cast.do("ada", "buy", offer="Handy Pack")
    cast.do("eve", "overturn-own-ruling", ruling="1", reason="on second thoughts")
    cast.bad(ADMIN, "open-correction", "ruling", edits=[{"do": "void", "entry": bought.key}], ruling="1", reason="x")
    assert not Correction.objects.exists()


def test_a_correction_may_void_the_very_ruling_that_asked_for_it(cast: Hall) -> None:
    """The page says that it is in this history no more."""
    ruled(cast)
    entry = Entry.objects.get(cycle=cast.pk, action="rule")
    cast.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], ruling="1", reason="it was void")
    row = tell(cast)
    ((title, (before, after)),) = [each for each in rows_of(row, "The court").items() if "Ruling" in each[0]]
    assert (title, before, after) == ("Ruling 1 on request 1", "No. (stands)", "")
    adopt(cast, row)
    assert "not in this history" in page(f"/c/hall/corrections/{row.code}/")
    cast.is_sound()


def test_nothing_voided_is_the_same_with_the_court_among_the_entries(cast: Hall) -> None:
    """A ruling and a vote of confidence on it: the fork has the very same state."""
    ruled(cast)
    cast.do("ada", "open-confidence-vote", ruling="1")
    before = cast.digest
    builder = begin_correction(lock_cycle(cast.slug), [], new_seed())
    builder.build()
    catch_up_and_settle(builder, lock_cycle(cast.slug))
    assert digest_of(state_of(builder.fork)) == before == cast.digest
    assert (builder.first, builder.impossible) == (0, [])


def test_the_difference_tells_of_the_law_in_sentences(cast: Hall, told: Told) -> None:
    """By the writer that proposals use: titles and numbers before and after, and no digest."""
    cast.propose("ada", RENAME, HIGHER, **{"class": "urgent"})
    submitted = Entry.objects.get(cycle=cast.pk, action="submit-proposal")
    cast.to(cast.clock.now + 49 * HOUR)
    assert rules_of(cast.cycle.law)["judgement"].title == "Justice"
    row = told({"do": "void", "entry": submitted.key})
    law = rows_of(row, "Law")
    assert law["Revision in force"] == ("1", "0")
    assert law["The title of the rule “Judgement”"] == ("Justice", "Judgement")
    (hours,) = [each for name, each in law.items() if "trade" in name]
    assert hours == ("100 hours", "7 days")
    assert rows_of(row, "Proposals")


def test_an_impossible_act_names_its_rule_by_id(cast: Hall, told: Told) -> None:
    """So that the page calls it as it is called now."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    (each,) = row.impossible
    assert each["rule_id"] == "card-packs"
    title = rules_of(cast.cycle.law)["card-packs"].title
    assert each["rule"].startswith(title)
    shown = Client().get(f"/api/v1/cycles/hall/corrections/{row.code}/").json()
    assert shown["impossible"][0]["rule_id"] == "card-packs"
    Correction.objects.filter(pk=row.pk).update(impossible=[{**each, "rule": "As it was called"}])
    assert title in page(f"/c/hall/corrections/{row.code}/")


def test_refusals_name_the_rule_that_corrections_belong_to(cast: Hall) -> None:
    void = [{"do": "void", "entry": "2"}]
    for refused in (
        cast.refused("ada", "open-correction", "may-not-correct", edits=void, reason="x"),
        cast.refused(ADMIN, "open-correction", "not-an-act", edits=[{"do": "void", "entry": "1"}], reason="x"),
        cast.refused(ADMIN, "drop-correction", "none-open", correction="abc", reason="x"),
    ):
        assert isinstance(refused.rule, RuleRef)
        assert refused.rule.at == "judgement"
