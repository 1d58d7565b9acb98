"""What a correction replaced stays readable, and is linked from and to the journal."""

from django.test import Client

from nomic.cycles.models import Entry
from tests.correcting.conftest import Told, adopt
from tests.support.hall import Hall


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_old_history_stays_readable_and_is_linked_both_ways(cast: Hall, told: Told) -> None:
    """Of two corrections each has its own; what stands leads to where it does, the rest says that it does not."""
    cast.grant("eve", "Vertebra", 30)
    heads, rows = [], []
    for name in ("ada", "bob"):
        bought = cast.do(name, "buy", offer="Handy Pack")
        cast.do("eve", "buy", offer="Handy Pack")
        row = told({"do": "void", "entry": bought.key})
        heads.append(cast.cycle.head)
        adopt(cast, row)
        rows.append(row)
    retold = list(Entry.objects.filter(cycle=cast.pk, action="tell-corrected").order_by("seq"))
    for head, row, entry, name in zip(heads, rows, retold, ("ada", "bob"), strict=True):
        address = f"/c/hall/histories/{head[:12]}/"
        assert address in page(f"/c/hall/journal/{entry.seq}/")
        assert address in page(f"/c/hall/corrections/{row.code}/")
        shown = page(address)
        assert f"/c/hall/journal/{entry.seq}/" in shown
        assert f"{name} buys" in shown
        assert shown.count("not in the journal now") == 1
        assert head in shown
    adopted = Entry.objects.filter(cycle=cast.pk, action="adopt-correction").latest("seq")
    assert f"/c/hall/corrections/{rows[1].code}/" in page(f"/c/hall/journal/{adopted.seq}/")


def test_there_is_no_other_history(cast: Hall, told: Told) -> None:
    """Neither a fork that is looked at, nor one that was dropped, nor odd addresses; odd pages are the first."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    assert row.fork is not None
    for named in (row.head[:12], "0" * 12, "nothing", row.fork.slug[-12:]):
        assert Client().get(f"/c/hall/histories/{named}/").status_code == 404
    head = cast.cycle.head
    adopt(cast, row)
    for after in ("x", "²", "-1", "9" * 40):
        assert "not in the journal now" in page(f"/c/hall/histories/{head[:12]}/?after={after}")
    assert "Nothing more was said" in page(f"/c/hall/histories/{head[:12]}/?after=99999")
