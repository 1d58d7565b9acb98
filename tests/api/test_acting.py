"""Acting through the API: one way in, and every way of being refused."""

import json

import pytest
from django.db import connection

from nomic.accounts.models import ApiToken, Person
from nomic.accounts.tokens import revoke_token
from nomic.cycles.domain.exceptions import Refused
from tests.api.conftest import Bot, MakeBot, problem
from tests.support.counted_queries import CountedQueries
from tests.support.hall import ADMIN, Hall


def test_an_act_answers_with_its_entry(bot: Bot, cast: Hall) -> None:
    """201 with the entry and its events; the entry stands in the journal at the address that the answer names."""
    response = bot.act("buy", offer="Already-opened Pack")
    assert response.status_code == 201
    entry = response.json()["entry"]
    assert (entry["actor"], entry["action"], entry["actor_kind"]) == ("ada", "buy", "person")
    assert entry["args"] == {"offer": "Already-opened Pack", "count": 1}
    assert entry["seq"] == cast.cycle.seq
    assert [event["kind"] for event in entry["events"]] == ["bought"]
    assert entry["draws"] == []
    assert cast.has("ada", "Already-opened Pack") == 1
    assert bot.get(response["Location"].removeprefix("http://testserver")).json() == entry


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("New players get 20 Vertebrae. Let us be kind.", ["Whenever a player joins, that player gains 20 Vertebrae."]),
        ("Let us be kind.", []),
    ],
)
def test_a_submission_says_what_its_words_could_do(bot: Bot, words: str, hint: list[str]) -> None:
    """Nothing is refused: the proposal is submitted as words, and the answer says what they could do by themselves."""
    cycle = bot.act("submit-proposal", title="Welcome", text=words)
    assert cycle.status_code == 201
    assert cycle.json()["could_act"] == hint
    rule = {"title": "Welcome", "body": words, "parent": None, "place": 9_000}
    more = {"op": "add", "path": "/rules/welcome", "value": rule}
    assert bot.act("submit-proposal", title="Rule", text="", amendments=[more]).json()["could_act"] == hint
    more["value"] = rule | {"clauses": {"gift": {"when": "joined", "do": [{"grant": "Chip", "to": "$player"}]}}}
    assert bot.act("submit-proposal", title="Acts", text=words, amendments=[more]).json()["could_act"] == []


def test_an_act_answers_with_its_draws(bot: Bot, cast: Hall) -> None:
    """Opening a pack shows every draw, as the journal keeps it."""
    cast.grant("ada", "Already-opened Pack")
    entry = bot.act("open-pack", pack="Already-opened Pack").json()["entry"]
    recorded = cast.entries("open-pack")[0].draws
    assert entry["draws"] == [
        {
            "label": draw.label,
            "index": draw.index,
            "sides": draw.sides,
            "value": draw.value,
            "purpose": draw.purpose,
        }
        for draw in recorded
    ]
    assert recorded


def test_the_rules_say_no(bot: Bot, cast: Hall) -> None:
    """409 with the code, the words and the rule, and nothing has changed."""
    with cast.nothing_changes():
        data = problem(bot.act("join"), 409, "already-a-player")
    assert data["rule"] == "Players (R5)"
    assert "errors" not in data


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({"offer": "No such thing"}, "offer"),
        ({"offer": "Already-opened Pack", "count": "2"}, "count"),
        ({"offer": "Already-opened Pack", "count": 1_000_000}, "count"),
        ({"offer": "Already-opened Pack", "count": 1.5}, "count"),
        ({"offer": "Already-opened Pack", "for": "bob"}, "for"),
        ({}, "offer"),
        ({"offer": None}, "offer"),
    ],
)
def test_arguments_that_do_not_fit(bot: Bot, cast: Hall, args: dict[str, object], field: str) -> None:
    """422 that names the field, and nothing has changed."""
    with cast.nothing_changes():
        data = problem(bot.act("buy", **args), 422, "bad-arguments")
    assert [error["field"] for error in data["errors"]] == [field]
    assert data["errors"][0]["detail"]


def test_unknown_actions_and_cycles(bot: Bot, make_bot: MakeBot) -> None:
    """404 for an action nobody declared, one of the system's own, and a cycle that is not there."""
    problem(bot.act("fly"), 404, "no-such-action")
    problem(bot.act("begin-phase", phase=1), 404, "no-such-action")
    problem(make_bot("ada", slug="nowhere").act("join"), 404, "no-such-cycle")


def test_nobody_acts_without_a_name(anybody: Bot, cast: Hall) -> None:
    """401, and how to say who one is."""
    with cast.nothing_changes():
        response = anybody.act("join")
    problem(response, 401, "not-authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="nomic"'


@pytest.mark.parametrize("secret", ["nomic_00000000_" + "x" * 43, "nomic_", "", "é", "x" * 5000])
def test_an_unknown_token_is_refused_for_reads_too(cast: Hall, secret: str) -> None:
    """401, so that a bot with a wrong token notices."""
    wrong = Bot(cast.slug, secret)
    problem(wrong.get(), 401, "authentication-failed")
    problem(wrong.act("join"), 401, "authentication-failed")


def test_a_revoked_token_ends_at_once(bot: Bot) -> None:
    assert bot.get().status_code == 200
    revoke_token(ApiToken.objects.get())
    problem(bot.get(), 401, "authentication-failed")
    problem(bot.act("leave"), 401, "authentication-failed")


def test_a_token_of_somebody_shut_out_ends_with_them(bot: Bot) -> None:
    Person.objects.filter(username="ada").update(is_active=False)
    problem(bot.act("leave"), 401, "authentication-failed")


def test_corrections_are_for_admins(bot: Bot, make_bot: MakeBot, cast: Hall) -> None:
    """403 for everybody else; an admin's correction is an entry like any other."""
    args = {"player": "bob", "item": "Chip", "count": 2, "reason": "a lost gift"}
    with cast.nothing_changes():
        problem(bot.act("correct-grant", **args), 403, "not-allowed")
    response = make_bot(ADMIN).act("correct-grant", **args)
    assert response.status_code == 201
    assert response.json()["entry"]["actor_kind"] == "admin"
    assert cast.has("bob", "Chip") == 2


def test_a_log_in_of_the_site_acts_too_but_only_from_its_own_pages(cast: Hall) -> None:
    """A session needs the CSRF token, or another site could act for whoever visits it."""
    visitor = Bot(cast.slug)
    person = Person.objects.get(username="bob")
    visitor.client.handler.enforce_csrf_checks = True
    visitor.client.force_login(person)
    with cast.nothing_changes():
        problem(visitor.act("leave"), 403, "permission-denied")
    visitor.client.handler.enforce_csrf_checks = False
    assert visitor.act("leave").status_code == 201


def test_the_same_key_gives_the_first_answer_again(bot: Bot, cast: Hall) -> None:
    """Sent twice under one key, an act happens once, and both answers are the same."""
    first = bot.act("buy", key="monday's pack", offer="Already-opened Pack")
    with cast.nothing_changes():
        again = bot.act("buy", key="monday's pack", offer="Already-opened Pack", count=1)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert cast.has("ada", "Already-opened Pack") == 1


def test_an_answer_given_again_has_its_draws(bot: Bot, cast: Hall) -> None:
    cast.grant("ada", "Already-opened Pack")
    first = bot.act("open-pack", key="k", pack="Already-opened Pack")
    assert bot.act("open-pack", key="k", pack="Already-opened Pack").json() == first.json()


def test_the_same_key_for_something_else_is_refused(bot: Bot, cast: Hall) -> None:
    bot.act("buy", key="k", offer="Already-opened Pack")
    with cast.nothing_changes():
        problem(bot.act("buy", key="k", offer="Already-opened Pack", count=2), 422, "key-reused")
        problem(bot.act("leave", key="k"), 422, "key-reused")


def test_R126_an_act_that_fails_after_a_draw_says_so(bot: Bot, cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """409 with a code of its own and the number of its entry, which has the draws; and again under the same key."""
    cast.grant("ada", "Already-opened Pack", 2)

    def refuse(*_: object) -> str:
        raise Refused("no", "The rules say no.", "R0")

    monkeypatch.setattr("nomic.clauses.runtime.world.acting_world.Hall.gained", refuse)
    response = bot.act("open-pack", "one", pack="Already-opened Pack")
    data = problem(response, 409, "failed")
    entry = cast.entries()[-1]
    assert (data["entry"], entry.action, len(entry.draws) > 0) == (entry.seq, "open-pack", True)
    assert "The rules say no." in data["detail"]
    assert cast.has("ada", "Already-opened Pack") == 2
    again = bot.act("open-pack", "one", pack="Already-opened Pack")
    assert (problem(again, 409, "failed"), again["Idempotent-Replayed"]) == (data, "true")
    assert cast.cycle.seq == entry.seq
    cast.is_sound()


def test_two_people_may_choose_the_same_key(bot: Bot, make_bot: MakeBot, cast: Hall) -> None:
    bot.act("buy", key="k", offer="Already-opened Pack")
    assert make_bot("bob").act("buy", key="k", offer="Already-opened Pack").status_code == 201
    assert cast.has("bob", "Already-opened Pack") == 1


@pytest.mark.parametrize("key", ["", "x" * 121, "é", "a\tb"])
def test_a_key_is_a_short_line(bot: Bot, cast: Hall, key: str) -> None:
    with cast.nothing_changes():
        data = problem(bot.act("leave", key=key), 422, "bad-arguments")
    assert data["errors"][0]["field"] == "Idempotency-Key"


def test_a_refused_act_leaves_its_key_free(bot: Bot, cast: Hall) -> None:
    """Once what stood in the way is gone, the same key performs the act."""
    problem(bot.act("open-pack", key="k", pack="Already-opened Pack"), 409, "no-pack")
    cast.grant("ada", "Already-opened Pack")
    assert bot.act("open-pack", key="k", pack="Already-opened Pack").status_code == 201


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        ('{"offer": ', "application/json", 400, "parse-error"),
        ('{"count": NaN}', "application/json", 400, "parse-error"),
        ('{"count": 1e999}', "application/json", 400, "parse-error"),
        (b"\xff\xfe{}", "application/json", 400, "parse-error"),
        ("\ufeff{}", "application/json", 400, "parse-error"),
        ("9" * 5000, "application/json", 400, "parse-error"),
        ("[]", "application/json", 422, "bad-arguments"),
        ('"join"', "application/json", 422, "bad-arguments"),
        ("null", "application/json", 422, "bad-arguments"),
        ("[" * 100_000, "application/json", 422, "bad-arguments"),
        ('{"offer":' * 300 + "1" + "}" * 300, "application/json", 422, "bad-arguments"),
        ('{"offer": "\\ud800"}', "application/json", 422, "bad-arguments"),
        ('{"\\udfff": 1}', "application/json", 422, "bad-arguments"),
        ('{"offer": "\\u0000"}', "application/json", 422, "bad-arguments"),
        ('{"count": 99999999999999999999999, "offer": "x"}', "application/json", 422, "bad-arguments"),
        ('{"a":"' + "x" * 2_000_000 + '"}', "application/json", 413, "too-large"),
        ("offer=x", "application/x-www-form-urlencoded", 415, "unsupported-media-type"),
        ("{}", "text/plain", 415, "unsupported-media-type"),
        ("{}", "application/problem+json", 415, "unsupported-media-type"),
        ("{}", "né/;;=", 415, "unsupported-media-type"),
    ],
)
def test_bodies_that_are_none(
    bot: Bot, cast: Hall, body: str | bytes, content_type: str, status: int, code: str
) -> None:
    """Each gets a clear answer, and nothing changes."""
    with cast.nothing_changes():
        problem(bot.send("buy", body, content_type=content_type), status, code)


@pytest.mark.parametrize("content_type", ["", "application/json", "application/x-www-form-urlencoded"])
def test_an_action_without_arguments_needs_no_body(cast: Hall, make_bot: MakeBot, content_type: str) -> None:
    newcomer = make_bot("newcomer")
    url = f"{newcomer.root}actions/join/"
    response = newcomer.client.generic("POST", url, content_type=content_type, headers=newcomer.headers)
    assert response.status_code == 201


def test_a_proposal_of_two_megabytes_is_too_large(bot: Bot, cast: Hall) -> None:
    with cast.nothing_changes():
        problem(bot.act("submit-proposal", title="Long", text="x" * 2_000_000), 413, "too-large")
        problem(bot.act("submit-proposal", title="Long", text="x" * 100_000), 422, "bad-arguments")


HOSTILE_WORDS = [
    "<script>alert(1)</script>",
    "{{delete}} [[Category:Spam]] <nowiki>",
    "'''''bold''''' ~~~~ {|",
    "%s %(x)s {0} ${jndi:ldap://x}",
    "'; DROP TABLE cycles_entry; --",
    "\u202eevil",
    "a\x07b",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🝬",
    "\uffff",
]


@pytest.mark.parametrize("words", HOSTILE_WORDS)
def test_hostile_words_are_kept_or_refused_never_mangled(bot: Bot, cast: Hall, words: str) -> None:
    """Markup of any kind is text; what is no text is refused naming the field."""
    response = bot.act("submit-proposal", title=words, text=words)
    if response.status_code == 201:
        shown = bot.read("proposals/1/")
        assert shown["title"] == words
        assert shown["text"] == words
    else:
        data = problem(response, 422, "bad-arguments")
        assert {error["field"] for error in data["errors"]} == {"title", "text"}


@pytest.mark.parametrize("action", ["gift", "vote", "declare-reputable", "burn-card", "open-pack", "edit-proposal"])
@pytest.mark.parametrize("words", [*HOSTILE_WORDS, "", " ", "x" * 10_000, 7, True, None, [], {"a": 1}, 1e300, -1])
def test_hostile_values_in_every_argument(bot: Bot, cast: Hall, action: str, words: object) -> None:
    """No value brings anything but a clear refusal."""
    fields = {
        "gift": ["to"],
        "vote": ["proposal", "vote"],
        "declare-reputable": ["player"],
        "burn-card": ["card"],
        "open-pack": ["pack"],
        "edit-proposal": ["proposal", "title", "text", "amendments"],
    }[action]
    with cast.nothing_changes():
        response = bot.act(action, **dict.fromkeys(fields, words))
    assert response.status_code in (409, 422)
    assert response.json()["detail"]


@pytest.mark.parametrize(
    "amendments",
    [
        [{"op": "add", "path": "/rules/x", "value": {"title": "x" * 300, "body": "", "parent": None}}],
        [{"op": "add", "path": "/rules/x", "value": {"title": "\x00", "body": "", "parent": None}}],
        [{"op": "add", "path": "/items/Chip/place", "value": "\ud800"}],
        [{"op": "add", "path": "/nothing/of/that/kind", "value": 1}],
        [{"op": "test", "path": "/cycle/title", "value": {}}],
        [{"op": "move", "from": "/rules", "path": "/rules/x"}],
        [{"op": "copy", "from": "", "path": "/rules/x"}],
        [{"op": "remove", "path": ""}],
        [{"op": "explode", "path": "/rules"}],
        [{"op": ["add"], "path": "/rules"}],
        [{"path": "/rules"}],
        [{"op": "replace", "path": "/cycle/title", "value": "x", "note": "?"}],
        [{"op": "replace", "path": "/duels/per_phase", "value": 10**400}],
        [{"op": "replace", "path": "/rules", "value": []}],
        [{}] * 501,
    ],
)
def test_hostile_amendments(bot: Bot, cast: Hall, amendments: list[object]) -> None:
    """A patch that cannot become law is refused when it is proposed, naming its place."""
    with cast.nothing_changes():
        response = bot.send("submit-proposal", json.dumps({"title": "x", "amendments": amendments}))
        data = problem(response, 422, "bad-arguments")
    assert all(error["field"].startswith("amendments") for error in data["errors"])


def test_acting_in_an_ended_cycle(bot: Bot, cast: Hall) -> None:
    """R56: everything stays readable, nothing can be done."""
    cast.grant("bob", "Chip", 10)
    assert bot.read()["status"] == "ended"
    with cast.nothing_changes():
        assert problem(bot.act("leave"), 409, "cycle-ended")["rule"] == "Victory (R56)"


def test_an_act_costs_few_queries(bot: Bot, cast: Hall) -> None:
    """One for the token, one for the lock, those of the act itself, one for the cycle: nothing for the answer.

    Two begin and end what is given up if the act fails after a draw (R126).
    """
    cast.grant("ada", "Already-opened Pack", 2)
    for action, args, most in (
        ("buy", {"offer": "Already-opened Pack"}, 13),
        ("open-pack", {"pack": "Already-opened Pack"}, 16),
    ):
        assert bot.act(action, **args).status_code == 201
        with CountedQueries(connection) as queries:
            assert bot.act(action, **args).status_code == 201
        queries.assert_at_most(most, action)


def test_acting_settles_first(bot: Bot, cast: Hall) -> None:
    """R2: an act after the phase's end happens in the next phase."""
    cast.clock.wait(days=4)
    assert bot.act("buy", offer="Already-opened Pack").json()["entry"]["phase"] == 1


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
def test_an_act_is_a_post(bot: Bot, method: str) -> None:
    response = getattr(bot.client, method)(f"{bot.root}actions/buy/", headers=bot.headers)
    problem(response, 405, "method-not-allowed")
    assert response["Allow"] == "POST"
