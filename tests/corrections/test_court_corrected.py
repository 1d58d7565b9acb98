"""Rulings whose past is corrected: what was voted, ruled and named."""

from nomic.court.models import Request, Ruling
from nomic.court.search import shown_references
from tests.corrections.conftest import Told, adopt, tell
from tests.support.hall import ADMIN, HOUR, START, Hall

STATEMENT = {"kind": "statement", "title": "Chips are food"}


def court(hall: Hall) -> None:
    hall.do(ADMIN, "appoint-judge", player="ada", reason="elected")
    hall.do("bob", "file-request", **STATEMENT)
    hall.do("ada", "rule", request="1", verdict="true", reasoning="So.")
    hall.do("eve", "open-confidence-vote", ruling="1")
    hall.do("eve", "vote-on-ruling", ruling="1", vote="overturn")


def test_a_ballot_that_is_void_was_never_counted(cast: Hall, told: Told) -> None:
    """The ruling stands again, and the one that was given anew has no room: it is named, and dropped."""
    court(cast)
    cast.to(START + 49 * HOUR)
    cast.do("ada", "rule", request="1", verdict="false", reasoning="Anew.")
    edit = {"do": "void", "entry": cast.entries("vote-on-ruling")[0].key}
    row = told(edit)
    (named,) = row.impossible
    assert (named["action"], named["rule"]) == ("rule", "Judgement (R14)")
    choice = {"do": "void", "entry": named["entry"]}
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[edit, choice], reason="so be it")
    adopt(cast, tell(cast))
    assert list(Ruling.objects.filter(cycle=cast.pk).values_list("verdict", "status")) == [("true", "stands")]
    assert not Request.objects.get(cycle=cast.pk).is_open
    cast.is_sound()


def test_a_ruling_that_names_a_void_entry_says_that_it_is_no_more(cast: Hall, told: Told) -> None:
    """And what stays keeps its names: by their ids, whatever their numbers are then."""
    bought = cast.do("bob", "buy", offer="Handy Pack")
    stays = cast.do("eve", "buy", offer="Handy Pack")
    cast.do(ADMIN, "appoint-judge", player="ada", reason="elected")
    cast.do("bob", "file-request", **STATEMENT, about=[f"#{bought.seq}", f"#{stays.seq}"])
    row = told({"do": "void", "entry": bought.key})
    assert row.impossible == []
    adopt(cast, row)
    request = Request.objects.get(cycle=cast.pk)
    shown = shown_references(cast.cycle, list(request.references.all()))
    assert [(each.label, each.seq, each.since) for each in shown.values()] == [
        ("an entry that was", None, "gone"),
        (f"entry {stays.seq - 1}", stays.seq - 1, ""),
    ]
    cast.is_sound()
