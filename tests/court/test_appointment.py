"""The Judge, as an admin records who it is (R14, R100)."""

from html import unescape

from nomic.court.office import judge_of
from nomic.notices.models import Notice
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of


def test_R14_the_judge_is_a_player_when_appointed_or_nobody(cast: Hall) -> None:
    """R14: one Judge or none."""
    for name in ("ada", "bob"):
        cast.do(ADMIN, "appoint-judge", player=name, reason="elected")
        assert judge_of(cast.cycle) == name
        told = Notice.objects.filter(kind="judge").order_by("-pk")[: len(cast.cycle.players.all())]
        texts = {notice.person.username: notice.text for notice in told}
        assert texts.pop(name) == f"{cast.cycle.title}: you are the Judge now"
        assert set(texts.values()) == {f"{cast.cycle.title}: {name} is the Judge now"}
    cast.do(ADMIN, "appoint-judge", reason="resigned")
    assert judge_of(cast.cycle) == ""
    cast.bad(ADMIN, "appoint-judge", "player", player="stranger", reason="x")
    cast.is_sound()


def test_R14_a_cycle_begins_without_a_judge(hall: Hall) -> None:
    """Nobody is the Judge until an admin says who is."""
    assert judge_of(hall.cycle) == ""


def test_a_request_without_a_judge_leads_keepers_to_the_appointment(cast: Hall) -> None:
    """The form knows the request, and leads back to it. Players are only told that there is no Judge."""
    cast.actor(ADMIN)
    cast.do("ada", "file-request", kind="question", title="May I?")
    page = "/c/hall/court/1/"

    def seen_by(name: str) -> str:
        client = browser_of(name)
        text = client.get(page).content.decode()
        if "Appoint a Judge</a>" in text:
            link = unescape(text.partition("appoint-judge/")[2].partition('"')[0])
            form = client.get(f"/c/hall/act/appoint-judge/{link}").content.decode()
            assert 'value="To answer request 1"' in form
            assert page in link
        return text

    assert "Appoint a Judge</a>" in seen_by(ADMIN)
    assert "Appoint a Judge" not in seen_by("ada")
    cast.do(ADMIN, "appoint-judge", player="bob", reason="elected")
    assert "Appoint a Judge" not in seen_by(ADMIN)
