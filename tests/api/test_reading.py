"""Reading a cycle through the API."""

from datetime import timedelta
from typing import Any, get_args

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from nomic.api import read_view
from nomic.api.views.cycle.draws import Proof
from nomic.api.views.cycle.wiki import Page
from nomic.cycles.history.export import AT_ONCE
from nomic.cycles.models import Cycle, PhaseSeed
from nomic.wiki.models import PageKind, Publisher, WikiPage
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.hall import ADMIN, BATTLE, START, WEEK, Clock, Hall, OpenCycle, bare_law
from tests.support.proofs import verify_draws

READS = [
    "",
    "players/",
    "players/ada/inventory/",
    "proposals/",
    "proposals/1/",
    "law/",
    "law/revisions/",
    "law/revisions/0/",
    "journal/",
    "journal/1/",
    "draws/",
    "draws/export/",
    "wiki/",
    "actions/",
    "actions/?choices=true",
]


def instant(text: str) -> str:
    return text.replace("+00:00", "Z")


def live(cast: Hall) -> None:
    """A cycle in which things have happened: packs opened, a proposal with votes."""
    cast.grant("ada", "Already-opened Pack", 3)
    cast.do("ada", "open-pack", pack="Already-opened Pack")
    cast.grant_card("ada", "Credit Card", ["Bound"])
    price = {"op": "replace", "path": "/shop/offers/Already-opened Pack/costs/Vertebra", "value": 4}
    number = cast.propose("bob", price, title="Cheaper packs")
    cast.vote(number, ada="for", bob="unclear", eve="against")
    cast.vote(number, eve="none")


@pytest.fixture
def lived(cast: Hall) -> Hall:
    """Cycle 16 after that."""
    cast.once("lived for the API", lambda: live(cast))
    return cast


@pytest.mark.parametrize("path", READS)
def test_anybody_may_read(anybody: Bot, lived: Hall, path: str) -> None:
    """No log-in is needed to read, and the answer comes with an ETag."""
    response = anybody.get(path)
    assert response.status_code == 200, response.content
    assert response["Content-Type"] == "application/json"
    assert response["ETag"]


@pytest.mark.parametrize("path", READS)
def test_an_answer_that_still_holds_is_not_sent_again(bot: Bot, lived: Hall, path: str) -> None:
    """304 with an empty body for its ETag, strong or weak, alone or among others; 200 for any other."""
    tag = bot.get(path)["ETag"]
    for known in (tag, f'"other", W/{tag}'):
        response = bot.get(path, headers={"If-None-Match": known})
        assert (response.status_code, response.content) == (304, b"")
        assert response["ETag"] == tag
    for unknown in ('"other"', "nonsense", '"', "*"):
        assert bot.get(path, headers={"If-None-Match": unknown}).status_code == 200


@pytest.mark.parametrize("path", ["", "players/", "players/ada/inventory/", "journal/", "actions/", "draws/"])
def test_an_act_changes_the_etag(bot: Bot, lived: Hall, path: str) -> None:
    before = bot.get(path)["ETag"]
    bot.act("leave")
    assert bot.get(path)["ETag"] != before


def test_the_etag_of_the_law_changes_with_the_law_only(bot: Bot, lived: Hall) -> None:
    before = bot.get("law/")["ETag"]
    bot.act("vote", proposal="1", vote="none")
    lived.vote("1", eve="for", bob="for")
    assert bot.get("law/")["ETag"] == before
    lived.to(WEEK)
    assert bot.get("law/")["ETag"] != before


@pytest.mark.parametrize("path", READS)
def test_an_etag_is_of_one_caller_where_the_answer_is(make_bot: MakeBot, anybody: Bot, lived: Hall, path: str) -> None:
    """Who sends another's tag does not take the other's answer for their own, and no cache between gives it to them."""
    answers = [bot.get(path) for bot in (make_bot("ada"), make_bot("bob"), anybody)]
    if len({answer.getvalue() for answer in answers}) > 1:
        assert len({answer["ETag"] for answer in answers}) == 3
        assert all({"Authorization", "Cookie"} <= set(answer["Vary"].split(", ")) for answer in answers)


def test_an_etag_holds_at_its_own_address_only(bot: Bot, lived: Hall) -> None:
    """What is not there does not "still hold", whatever tag is sent along."""
    tag = bot.get("players/ada/inventory/")["ETag"]
    problem(bot.get("players/nobody/inventory/", headers={"If-None-Match": tag}), 404, "not-found")
    assert bot.get("players/bob/inventory/", headers={"If-None-Match": tag}).status_code == 200


def test_what_still_holds_is_told_without_reading_it(anybody: Bot, lived: Hall) -> None:
    """304 costs one query, that of the cycle, however much there is to read."""
    for path in ("", "players/", "players/ada/inventory/", "proposals/1/", "law/", "journal/", "draws/export/"):
        tag = anybody.get(path)["ETag"]
        with CaptureQueriesContext(connection) as queries:
            assert anybody.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(queries) == 1, path


def test_reading_settles_first(anybody: Bot, lived: Hall) -> None:
    """R2: what was due by now has happened in whatever is read."""
    lived.pass_on(BATTLE + timedelta(hours=1))
    assert anybody.read()["phase"]["number"] == 1
    lived.pass_on(WEEK + timedelta(hours=1))
    assert next(iter(anybody.read("/api/v1/cycles/")["items"]))["phase"]["number"] == 2


def test_the_cycles(anybody: Bot, lived: Hall, open_cycle: OpenCycle) -> None:
    """Real cycles first; practice cycles can be left out; forks are nobody's business."""
    open_cycle(bare_law(), slug="practice-1", practice=True, owner_name="ada")
    open_cycle(bare_law(), slug="fork", fork_of=lived.cycle)
    listed = anybody.read("/api/v1/cycles/")
    assert [(each["slug"], each["practice"], each["owner"]) for each in listed["items"]] == [
        ("hall", False, None),
        ("practice-1", True, "ada"),
    ]
    assert [each["slug"] for each in anybody.read("/api/v1/cycles/", practice="true")["items"]] == ["practice-1"]
    assert [each["slug"] for each in anybody.read("/api/v1/cycles/", practice="false")["items"]] == ["hall"]
    assert [each["slug"] for each in anybody.pages("/api/v1/cycles/", limit=1)] == ["hall", "practice-1"]
    problem(anybody.get("/api/v1/cycles/fork/"), 404, "no-such-cycle")


def test_a_cycle(anybody: Bot, lived: Hall) -> None:
    """The phase, the numbers, what is due next, and the commitments, never a seed of a phase that is not over."""
    shown = anybody.read()
    cycle = lived.cycle
    assert shown["title"] == cycle.title
    assert shown["seq"] == cycle.seq
    assert shown["phase"] == {
        "number": 0,
        "kind": "rest",
        "title": "Rest Phase",
        "started_at": instant(START.isoformat()),
        "ends_at": instant(BATTLE.isoformat()),
    }
    assert shown["numbers"] == {"players": 3, "reputable": 3, "open_proposals": 1, "cards": 2}
    assert [(each["action"], each["at"]) for each in shown["next"]] == [
        ("begin-phase", instant(BATTLE.isoformat())),
        ("close-voting", instant(WEEK.isoformat())),
    ]
    assert [(each["phase"], each["seed"]) for each in shown["commitments"]] == [(0, None), (1, None)]
    assert shown["commitments"][0]["commitment"] == PhaseSeed.objects.get(cycle=cycle, phase=0).commitment
    lived.to(BATTLE)
    assert [each["seed"] is None for each in anybody.read()["commitments"]] == [False, True, True]


def test_no_answer_holds_a_secret_seed(bot: Bot, lived: Hall) -> None:
    """Idea 5: a seed is told when its phase is over, in no place before."""
    lived.to(BATTLE)
    secret = list(PhaseSeed.objects.filter(cycle=lived.pk, revealed_at=None).values_list("seed", flat=True))
    assert secret
    for path in READS:
        assert not any(seed in bot.get(path).getvalue().decode() for seed in secret), path


def test_the_players(anybody: Bot, lived: Hall) -> None:
    """Those who play now with their standing and what they own; who left is not among them."""
    lived.do("eve", "leave")
    lived.to(WEEK)
    lived.do("bob", "buy", offer="Already-opened Pack")
    listed = {each["name"]: each for each in anybody.read("players/")["items"]}
    assert list(listed) == ["ada", "bob"]
    assert listed["ada"]["cards"] == 2
    assert listed["ada"]["items"] == {"Already-opened Pack": 2, "Vertebra": 20}
    assert (listed["ada"]["reputable"], listed["ada"]["inactive"]) == (True, True)


def test_an_inventory(anybody: Bot, lived: Hall) -> None:
    """Balances in the law's order with how to call them; cards as the rules see them."""
    shown = anybody.read("players/ada/inventory/")
    assert [(each["item"], each["amount"]) for each in shown["items"]] == [("Vertebra", 20), ("Already-opened Pack", 2)]
    assert shown["items"][0] == {
        "item": "Vertebra",
        "plural": "Vertebrae",
        "kind": "currency",
        "symbol": "🝬",
        "amount": 20,
    }
    credit = shown["cards"][1]
    assert credit["species"] == "Credit Card"
    assert (credit["values"], credit["values_from"], credit["values_in_words"]) == ([], 0, "0, 1, 2, …")
    assert (credit["colours"], credit["types"]) == (["Green"], ["Special", "Rare"])
    assert [(each["name"], each["remembers"]) for each in credit["modifiers"]] == [("Bound", "by ada")]
    assert shown["cards"][0]["code"] == lived.cards("ada")[0].code
    assert shown["player"]["name"] == "ada"


def test_who_left_owns_nothing(anybody: Bot, lived: Hall) -> None:
    lived.do("ada", "leave")
    shown = anybody.read("players/ada/inventory/")
    assert (shown["items"], shown["cards"]) == ([], [])
    assert shown["player"]["left_at"] == instant(START.isoformat())


def test_the_proposals(anybody: Bot, lived: Hall) -> None:
    """Tallies as they stand; newest first; filtered by status."""
    lived.propose("ada", title="A second")
    listed = anybody.read("proposals/")["items"]
    assert [(each["number"], each["title"], each["status"]) for each in listed] == [
        (2, "A second", "open"),
        (1, "Cheaper packs", "open"),
    ]
    votes = {"for": 1, "against": 0, "unclear": 1, "counted_against": 1, "voters": None, "eligible": None}
    assert listed[1]["votes"] == votes | {"final": False, "passes": False, "lacks": "at least 2 for", "sealed": None}
    assert (listed[1]["class"], listed[1]["class_title"], listed[1]["amendments"]) == ("standard", "Standard", 2)
    assert anybody.read("proposals/", status="failed")["items"] == []
    assert [each["number"] for each in anybody.pages("proposals/", limit=1)] == [2, 1]


def test_a_proposal(anybody: Bot, lived: Hall) -> None:
    """By number or code: what it says, what it would change, who votes how, and every change of a vote."""
    shown = anybody.read("proposals/1/")
    assert shown == anybody.read(f"proposals/{shown['code']}/")
    assert shown["text"] == "Words."
    assert [operation["op"] for operation in shown["operations"]] == ["test", "replace"]
    assert [(each["name"], each["old"], each["new"]) for each in shown["difference"]["values"]] == [
        ("the price of one Already-opened Pack in Vertebrae", 5, 4)
    ]
    assert shown["conflict"] is None
    assert shown["standing_votes"] == [
        {"name": "ada", "vote": "for", "options": []},
        {"name": "bob", "vote": "unclear", "options": []},
    ]
    assert [(each["name"], each["vote"]) for each in shown["vote_changes"]] == [
        ("eve", "none"),
        ("eve", "against"),
        ("bob", "unclear"),
        ("ada", "for"),
    ]


def test_a_proposal_that_took_effect(anybody: Bot, lived: Hall) -> None:
    """What it changed, and the votes that were counted, whatever is voted for later."""
    lived.vote("1", eve="for")
    lived.to(WEEK)
    shown = anybody.read("proposals/1/")
    assert (shown["status"], shown["enacted_revision"]) == ("enacted", 1)
    votes = {"for": 2, "against": 0, "unclear": 1, "counted_against": 1, "voters": None, "eligible": None}
    assert shown["votes"] == votes | {"final": True, "passes": None, "lacks": None, "sealed": None}
    assert [(each["old"], each["new"]) for each in shown["difference"]["values"]] == [(5, 4)]
    lived.do("ada", "leave")
    assert anybody.read("proposals/1/")["votes"]["for"] == 2


def test_a_proposal_that_no_longer_applies(anybody: Bot, lived: Hall) -> None:
    """R13: the difference it was meant to make is shown, and why it cannot be made."""
    price = {"op": "replace", "path": "/shop/offers/Already-opened Pack/costs/Vertebra", "value": 3}
    lived.vote(lived.propose("ada", price, title="Cheaper still"), ada="for")
    lived.vote("1", eve="for")
    lived.to(WEEK)
    shown = anybody.read("proposals/2/")
    assert shown["status"] == "by-hand"
    assert shown["why_by_hand"] in shown["conflict"]
    assert [(each["old"], each["new"]) for each in shown["difference"]["values"]] == [(5, 3)]


def test_the_law(anybody: Bot, lived: Hall) -> None:
    """The whole document in force."""
    shown = anybody.read("law/")
    assert shown["revision"] == 0
    assert shown["document"] == lived.cycle.law.document


def test_revisions_of_the_law(anybody: Bot, lived: Hall) -> None:
    """Newest first; each with what it changed from the one before."""
    lived.vote("1", eve="for")
    lived.to(WEEK)
    assert [(each["number"], each["amendments"]) for each in anybody.read("law/revisions/")["items"]] == [
        (1, 2),
        (0, 0),
    ]
    assert [each["number"] for each in anybody.pages("law/revisions/", limit=1)] == [1, 0]
    newest = anybody.read("law/revisions/1/")
    assert newest["reason"] == "proposal 1, Cheaper packs"
    assert newest["enacted_at"] == instant(WEEK.isoformat())
    assert [(each["path"], each["old"], each["new"]) for each in newest["differences"]["values"]] == [
        ("/shop/offers/Already-opened Pack/costs/Vertebra", 5, 4)
    ]
    assert newest["differences"]["rules"] == []
    assert anybody.read("law/revisions/0/")["differences"] is None
    problem(anybody.get("law/revisions/2/"), 404, "not-found")


def test_differences_of_rules_are_told_word_by_word(anybody: Bot, cast: Hall) -> None:
    rule = {"title": "Umbrellas", "body": "An umbrella is lost.", "parent": None, "place": 900}
    cast.propose_and_vote("ada", {"op": "add", "path": "/rules/umbrellas", "value": rule}, by=("ada",), at=WEEK)
    body = {"op": "replace", "path": "/rules/umbrellas/body", "value": "An umbrella is found."}
    cast.propose_and_vote("ada", body, by=("ada",), at=WEEK + (WEEK - START))
    change = anybody.read("law/revisions/2/")["differences"]["rules"][0]
    assert (change["id"], change["kind"]) == ("umbrellas", "amended")
    assert [(words["kind"], words["text"]) for words in change["body"]] == [
        ("same", "An umbrella is "),
        ("removed", "lost"),
        ("added", "found"),
        ("same", "."),
    ]


def test_the_journal_page_by_page(anybody: Bot, lived: Hall) -> None:
    """Every entry once, in either order, however small the pages."""
    numbers = [entry.seq for entry in lived.entries()]
    assert [each["seq"] for each in anybody.pages("journal/", limit=3)] == numbers
    assert [each["seq"] for each in anybody.pages("journal/", limit=3, order="newest")] == numbers[::-1]


def test_the_journal_filtered(anybody: Bot, lived: Hall) -> None:
    """By who, by what, and by since when: a number or an instant."""
    assert {each["actor"] for each in anybody.pages("journal/", actor="ada")} == {"ada"}
    assert [each["action"] for each in anybody.pages("journal/", action="vote", actor="eve", limit=1)] == ["vote"] * 2
    assert anybody.read("journal/", actor="nobody.here")["items"] == []
    head = lived.cycle.seq
    assert [each["seq"] for each in anybody.pages("journal/", since=head - 2)] == [head - 1, head]
    lived.clock.wait(hours=1)
    lived.do("ada", "buy", offer="Already-opened Pack")
    for since in ("2024-01-01T01:00:00Z", "2024-01-01T02:00:00+01:00", "2024-01-01 01:00"):
        assert [each["seq"] for each in anybody.pages("journal/", since=since)] == [head + 1]
    assert len(list(anybody.pages("journal/", since="0001-01-01T00:00:00+23:00"))) == head + 1
    assert list(anybody.pages("journal/", since="9999-12-31T23:59:59-23:00")) == []


def test_an_entry(anybody: Bot, lived: Hall) -> None:
    """An entry of the list is the entry by itself, but for its draws."""
    opened = lived.entries("open-pack")[0]
    alone = anybody.read(f"journal/{opened.seq}/")
    assert len(alone.pop("draws")) == len(opened.draws)
    assert anybody.read("journal/", since=opened.seq - 1, limit=1)["items"] == [alone]
    problem(anybody.get(f"journal/{lived.cycle.seq + 1}/"), 404, "not-found")


def test_the_head_of_the_journal_is_told_wherever_the_journal_is(anybody: Bot, lived: Hall) -> None:
    """The cycle, its journal, the newest entry, draws and export say the same."""
    head = {"seq": lived.cycle.seq, "digest": lived.cycle.head}
    assert {"seq": anybody.read("")["seq"], "digest": anybody.read("")["head"]} == head
    assert anybody.read("journal/", limit=1)["head"] == head
    assert anybody.read("draws/")["head"] == head
    assert anybody.read("draws/export/")["head"] == head
    newest = anybody.read("journal/", order="newest", limit=1)["items"][0]
    assert {"seq": newest["seq"], "digest": newest["digest"]} == head


def test_the_export_fits_its_schema_and_says_what_the_journal_says(anybody: Bot, lived: Hall) -> None:
    """With draws and texts in every entry as the journal has them."""
    proof = Proof.model_validate_json(anybody.get("draws/export/").getvalue())
    assert [entry.seq for entry in proof.entries] == list(range(1, lived.cycle.seq + 1))
    for shown, entry in zip(proof.entries, lived.entries(), strict=True):
        assert (shown.key, shown.at, shown.action, shown.words) == (entry.key, entry.at, entry.action, entry.words)
        assert [draw.value for draw in shown.draws] == [draw.value for draw in entry.draws]


def test_the_draws_of_a_long_phase_come_in_pieces(anybody: Bot, lived: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each continues the one before, to the first phase; together they are the same."""
    lived.to(BATTLE)
    lived.do("ada", "open-pack", pack="Already-opened Pack")

    def pieces() -> list[Any]:
        read = [anybody.read("draws/")]
        while read[-1]["next"]:
            read.append(anybody.client.get(read[-1]["next"]).json())
        return read

    whole = pieces()
    assert len(whole) == lived.cycle.phase + 1
    monkeypatch.setattr("nomic.api.views.cycle.draws.MAX_ENTRIES", 2)
    cut = pieces()
    assert len(cut) > len(whole)
    for what in ("draws", "seals"):
        by_phase = [each for one in whole for each in sorted(one[what], key=str)]
        assert sorted(map(str, by_phase)) == sorted(str(each) for one in cut for each in one[what])
    assert any(one["draws"] for one in whole)


def test_the_draws_verify(anybody: Bot, lived: Hall) -> None:
    """The export is what `verify_draws.py` takes, before and after the phase; a page has the draws of one phase."""
    verify = verify_draws.verify
    drawn = len(lived.entries("open-pack")[0].draws)
    report = verify(anybody.read("draws/export/"))
    assert (report.failures, report.draws, report.not_yet) == ([], 0, drawn)
    assert len(anybody.read("draws/")["draws"]) == drawn
    lived.to(BATTLE)
    lived.do("ada", "open-pack", pack="Already-opened Pack")
    first = anybody.read("draws/", phase=0)
    assert len(first["draws"]) == drawn
    assert first["phases"][0]["seed"] is not None
    assert first["next"] is None
    report = verify(anybody.read("draws/export/"))
    assert report.failures == []
    assert (report.draws, report.not_yet) == (drawn, len(lived.entries("open-pack")[1].draws))
    assert anybody.read("draws/")["phases"][0]["phase"] == 1
    assert anybody.read(anybody.read("draws/")["next"].removeprefix("http://testserver")) == first
    problem(anybody.get("draws/", phase=99), 404, "not-found")


def test_what_can_be_done_and_why_not_the_rest(bot: Bot, lived: Hall) -> None:
    """Every action with the schema of its arguments; each that is not available says why and by which rule."""
    listed = {each["name"]: each for each in bot.read("actions/")["items"]}
    expected = lived.can("ada")
    assert list(listed) == list(expected)
    for name, each in expected.items():
        assert listed[name]["available"] is each.available
        if each.reason is None:
            assert listed[name]["reason"] is None
        else:
            reason = listed[name]["reason"]
            assert (reason["code"], reason["detail"], reason["rule"]) == (
                each.reason.code,
                each.reason.detail,
                each.reason.rule,
            )
    buy = listed["buy"]
    assert (buy["channel"], buy["title"], buy["available"]) == ("game-actions", "Buy from the Croupier", True)
    assert buy["arguments"]["required"] == ["offer"]
    assert buy["arguments"]["additionalProperties"] is False
    assert buy["choices"] is None
    assert listed["join"]["reason"]["code"] == "already-a-player"
    assert not any(name.startswith("correct-") for name in listed)


def test_what_arguments_can_be_is_told_when_asked(bot: Bot, lived: Hall) -> None:
    """Choices of available actions; what each offers is accepted."""
    listed = {each["name"]: each for each in bot.read("actions/", choices="true")["items"]}
    assert listed["gift"]["choices"] == {
        "to": [{"value": "bob", "label": "bob", "price": None}, {"value": "eve", "label": "eve", "price": None}],
    }
    assert listed["join"]["choices"] is listed["join"]["bounds"] is None
    assert listed["gift"]["bounds"] == {}
    assert listed["buy"]["bounds"] == {"count": {"least": 1, "most": 4}}
    offer = listed["buy"]["choices"]["offer"][0]["value"]
    assert bot.act("buy", offer=offer).status_code == 201


def test_admins_see_the_corrections(make_bot: MakeBot, lived: Hall) -> None:
    listed = {each["name"] for each in make_bot(ADMIN).read("actions/")["items"]}
    assert {"correct-grant", "correct-revoke", "enact-by-hand", "set-good-luck"} <= listed


def test_an_answer_for_one_person_is_not_for_another(bot: Bot, anybody: Bot, lived: Hall) -> None:
    """What can be done depends on who asks, and says so to caches."""
    response = bot.get("actions/")
    assert "Authorization" in response["Vary"]
    assert "Cookie" in response["Vary"]
    assert anybody.get("actions/", headers={"If-None-Match": response["ETag"]}).status_code == 200
    assert anybody.read("actions/")["actor"] is None


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("journal/", {"limit": 0}, "limit"),
        ("journal/", {"limit": 201}, "limit"),
        ("journal/", {"limit": "many"}, "limit"),
        ("journal/", {"limit": -1}, "limit"),
        ("journal/", {"actors": "ada"}, "actors"),
        ("journal/", {"actor": "\x00"}, "actor"),
        ("journal/", {"actor": "x" * 81}, "actor"),
        ("journal/", {"since": "yesterday"}, "since"),
        ("journal/", {"since": "9999-99-99"}, "since"),
        ("journal/", {"since": "٣"}, "since"),
        ("journal/", {"cursor": 10**30}, "cursor"),
        ("journal/", {"order": "random"}, "order"),
        ("players/", {"after": "a/b"}, "after"),
        ("players/", {"limit": [1, 2]}, "limit"),
        ("proposals/", {"status": "lost"}, "status"),
        ("proposals/", {"before": "x"}, "before"),
        ("law/", {"revision": 1}, "revision"),
        ("draws/", {"phase": -1}, "phase"),
        ("actions/", {"choices": "perhaps"}, "choices"),
        ("events/", {"after": "x"}, "after"),
        ("/api/v1/cycles/", {"practice": "perhaps"}, "practice"),
        ("/api/v1/cycles/", {"offset": -1}, "offset"),
    ],
)
def test_questions_are_checked_like_arguments(anybody: Bot, path: str, query: dict[str, object], field: str) -> None:
    """422 that names the parameter; a misspelt filter is not overlooked."""
    data = problem(anybody.get(path, **query), 422, "bad-arguments")
    assert [error["field"] for error in data["errors"]] == [field]


@pytest.mark.parametrize(
    "path",
    [
        "players/nobody/inventory/",
        "players/%00/inventory/",
        "players/%F0%9F%9D%AC/inventory/",
        "proposals/99/",
        "proposals/99999999999999999999/",
        "proposals/%00/",
        "proposals/%D9%A3/",
        "proposals/-1/",
        "law/revisions/99999999999999999999999/",
        f"law/revisions/{'9' * 5000}/",
        "journal/99999999999999999999999/",
        "journal/x/",
        "nothing/",
        "players/ada/",
        "players",
    ],
)
def test_what_is_not_there(anybody: Bot, path: str) -> None:
    """404 as problem details at every address under the API's."""
    problem(anybody.get(path), 404, "not-found")


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/nothing", "/api/v1/cycles/a%00b/", "/api/v1/cycles/../x"])
def test_addresses_that_are_none(anybody: Bot, path: str) -> None:
    problem(anybody.get(path), 404, "not-found")


def test_an_address_without_its_slash_says_so(anybody: Bot, bot: Bot) -> None:
    assert "slash" in problem(anybody.get("/api/v1/cycles"), 404, "not-found")["detail"]
    response = bot.client.post(f"{bot.root}actions/leave", {}, content_type="application/json", headers=bot.headers)
    assert "slash" in problem(response, 404, "not-found")["detail"]


def test_reads_can_be_asked_for_without_their_bodies(anybody: Bot) -> None:
    response = anybody.client.head(anybody.root)
    assert (response.status_code, response.content) == (200, b"")
    assert response["ETag"]


def test_a_law_without_cards_or_items_is_read_too(open_cycle: OpenCycle, make_bot: MakeBot, cast: Hall) -> None:
    """A cycle of another game has players and proposals, no shop and no cards."""
    open_cycle(bare_law(), slug="bare", joined=("ada",))
    bot = make_bot("ada", slug="bare")
    for path in ("", "players/", "players/ada/inventory/", "proposals/", "law/", "journal/", "draws/", "actions/"):
        assert bot.get(path).status_code == 200, path
    assert "buy" not in {each["name"] for each in bot.read("actions/")["items"]}
    problem(bot.act("buy", offer="x"), 404, "no-such-action")


def fill(hall: Hall, players: int) -> None:
    """So many players more who are not reputable yet, each with a card, a proposal, and a vote on the first one."""
    hall.join("ada")
    code = hall.propose("ada")
    hall.clock.wait(days=4)
    for number in range(players):
        name = f"player{number:02}"
        hall.join(name)
        hall.grant_card(name)
        hall.propose(name, title=f"Of {name}")
        hall.vote(code, **{name: "for"})


def test_the_number_of_queries_does_not_grow(open_cycle: OpenCycle, clock: Clock, make_bot: MakeBot) -> None:
    """Every read asks as many queries with 30 players as with 3; the export as many more as it has pieces."""
    asked: list[dict[str, list[str]]] = []
    for week, players in enumerate((3, 30)):
        clock.to(START + week * (WEEK - START))
        hall = open_cycle(slug=f"hall-{players}", starts_at=clock.now)
        fill(hall, players)
        bot = make_bot("ada", slug=hall.slug)
        asked.append({})
        for path in READS:
            query = {"limit": 200} if path in ("players/", "proposals/", "journal/", "wiki/") else {}
            bot.read(path, **query)
            with CaptureQueriesContext(connection) as queries:
                bot.read(path, **query)
            # Whose token it is, is asked again after a second, which may be over.
            asked[-1][path] = [each["sql"] for each in queries if 'FROM "accounts_apitoken"' not in each["sql"]]
    for path in READS:
        more = len(range(AT_ONCE, hall.cycle.seq, AT_ONCE)) if path == "draws/export/" else 0
        assert len(asked[0][path]) + more == len(asked[1][path]), "\n".join([path, *asked[1][path]])


def test_cycles_are_many(anybody: Bot, open_cycle: OpenCycle) -> None:
    """The list of cycles is one query, however many there are."""
    counts = []
    for number in range(1, 4):
        open_cycle(bare_law(), slug=f"cycle-{number}")
        with CaptureQueriesContext(connection) as queries:
            assert len(anybody.read("/api/v1/cycles/")["items"]) == number + 1
        counts.append(len(queries))
    assert counts == [1, 1, 1]
    assert Cycle.objects.count() == 4


def test_how_the_wiki_follows(anybody: Bot, cast: Hall, settings: Any) -> None:
    """Each page by title: published, stale since, in trouble, parked and why; and whether publishing has stopped."""
    settings.WIKI_URL = "https://wiki.example/w/"
    assert anybody.read("wiki/") == {
        "published": False,
        "stopped_at": None,
        "stopped_reason": None,
        "paused_until": None,
        "paused_reason": None,
        "items": [],
        "next": None,
    }
    made = {"cycle_id": cast.pk}
    WikiPage.objects.create(**made, kind="ruleset", title="Hall/Ruleset", published_at=START, published_revid=7)
    WikiPage.objects.create(
        **made,
        kind="gamestate",
        title="Hall/Gamestate",
        stale_since=START,
        next_try_at=BATTLE,
        trouble="down",
        attempts=2,
    )
    WikiPage.objects.create(
        **made, kind="proposal", subject="abc", title="Hall/Proposal", parked_at=START, parked_reason="edited inside"
    )
    Publisher.objects.create(stopped_at=START, reason="the password is wrong")
    shown = anybody.read("wiki/")
    assert (shown["stopped_at"], shown["stopped_reason"]) == (instant(START.isoformat()), "the password is wrong")
    gamestate, proposal, ruleset = shown["items"]
    assert (gamestate["title"], gamestate["state"], gamestate["trouble"]) == ("Hall/Gamestate", "waiting", "down")
    assert (gamestate["stale_since"], gamestate["attempts"]) == (instant(START.isoformat()), 2)
    assert (proposal["state"], proposal["parked_reason"], proposal["proposal"]) == ("parked", "edited inside", "abc")
    assert (ruleset["state"], ruleset["published_revision"]) == ("published", 7)
    assert ruleset["url"] == "https://wiki.example/w/index.php?title=Hall/Ruleset"
    assert [each["title"] for each in anybody.pages("wiki/", limit=1)] == [each["title"] for each in shown["items"]]
    for title in ("\x00", "\x18", "\u200e"):  # after what can be no title the list goes on all the same
        assert anybody.read("wiki/", after=title)["next"] is None


def test_a_database_that_does_not_answer(
    bot: Bot, cast: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """503 and when to try again; the trouble stands in the log."""

    def away(slug: str) -> Cycle:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(read_view, "settled_cycle", away)
    response = bot.get("law/")
    data = problem(response, 503, "busy")
    assert response["Retry-After"] == "2"
    assert "connection" not in data["detail"]
    assert "unavailable" in caplog.text


def test_the_schema_has_every_kind_of_wiki_page() -> None:
    """Otherwise the list of pages would end in a 500 once such a page is made."""
    assert set(get_args(Page.model_fields["kind"].annotation)) == set(PageKind.values) - {
        PageKind.PICTURE
    }  # files, and no pages
