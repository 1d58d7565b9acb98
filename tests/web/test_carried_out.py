"""The page of rules and what carries them out, and what the ruleset says of rules that stand in words only."""

import pytest
from django.test import Client

from tests.support.hall import DAY, START, Hall
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db

PAGE = "/c/hall/ruleset/carried-out/"


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def part(page: str, rule: str) -> str:
    """What a page says of one rule."""
    return page.partition(f'id="rule-{rule}"')[2].partition("</section>")[0]


def test_each_rule_is_shown_with_what_carries_it_out(cast: Hall) -> None:
    """Places of the law, which players can open in the builder; what players do; what the host does."""
    page = page_of(browser_of("ada"), PAGE)
    packs = part(page, "card-packs")
    assert 'href="/c/hall/act/open-pack/">Open a pack' in packs
    assert "The opening of packs" in packs
    assert "/c/hall/proposals/compose/?entry=%2Fpacks%2FHandy+Pack" in part(page, "handy-pack")
    assert "compose" not in part(page_of(Client(), PAGE), "handy-pack")


def test_what_the_players_keep_themselves_is_said(cast: Hall) -> None:
    """R118: on this page, and beneath the rule's words in the ruleset."""
    kept = "Use an urgent proposal only to put the game right and to keep it playable."
    assert kept in part(page_of(Client(), PAGE), "urgent-class-proposal")
    ruleset = part(page_of(Client(), "/c/hall/ruleset/"), "urgent-class-proposal")
    assert f"Players enforce this themselves: “{kept}”" in ruleset


def test_a_rule_without_anything_behind_it_stands_in_words_only(cast: Hall) -> None:
    """Until it is given a clause."""
    rule = {"title": "Manners", "body": "Greet the Croupier.", "parent": None, "place": 9000}
    cast.propose("ada", {"op": "add", "path": "/rules/manners", "value": rule}, **{"class": "urgent"})
    cast.to(START + 2 * DAY)
    assert "This rule is only words" in part(page_of(Client(), PAGE), "manners")
    assert "Players enforce this themselves." in part(page_of(Client(), "/c/hall/ruleset/"), "manners")
    clause = {"greetings": {"value": "Greetings", "of": "player"}}
    cast.propose("ada", {"op": "add", "path": "/rules/manners/clauses", "value": clause}, **{"class": "urgent"})
    cast.to(START + 4 * DAY)
    assert "only words" not in part(page_of(Client(), PAGE), "manners")
    assert "Kept by" not in part(page_of(Client(), "/c/hall/ruleset/"), "manners")


def test_the_api_tells_the_same(cast: Hall, client: Client) -> None:
    """By rule, in reading order."""
    told = client.get("/api/v1/cycles/hall/law/carried-out/").json()
    rules = {each["rule"]: each for each in told["items"]}
    assert told["revision"] == 0
    assert [each["number"] for each in told["items"]][:3] == ["1", "1.1", "1.2"]
    assert rules["exoptotic-duel"]["law"][0]["path"] == "/duels"
    assert "buy" in rules["the-croupier"]["actions"]
    assert rules["judgement"]["kept_by_players"]
    assert not any(each["words_only"] for each in told["items"] if each["law"] or each["host"])
