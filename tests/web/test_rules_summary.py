"""The goal and the rules at each game's table, from the law that governs the match."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from nomic.devtools.texts.html import texts_of_html
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.law.rules.rule_of_place import rule_at
from nomic.law.rules.rulings import ruling_numbers
from nomic.matches.models import Match
from nomic.web.hooks.rules_summary import rules_summary
from tests.clauses.conftest import enact
from tests.support.cycles_of_all_games import open_all_games
from tests.support.hall import Document, Hall, OpenCycle, clock, open_cycle
from tests.support.knucklebones_cycles import Bones, law_with_bones

__all__ = ["clock", "open_cycle"]

Change = Callable[[Document], object]


def words(law: Document, game: str, kind: str = "battle") -> list[str]:
    """The goal and all claims under a law."""
    found = rules_summary(game, kind, Law(law, number=1))
    assert found is not None
    return [each.text for each in (found.goal, *found.claims)]


def page(match: Match) -> str:
    answer = Client().get(f"/c/{match.cycle.slug}/matches/{match.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def drawer(html: str) -> str:
    """The HTML of the goal and the drawer."""
    found = re.search(r'<div class="in-short">.*?</details>', html, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.mark.django_db
def test_every_table_has_a_goal_and_a_closed_drawer_with_links() -> None:
    """At each game, without scripts; every link leads to an anchor that its page has."""
    open_all_games()
    tables = Match.objects.select_related("cycle").order_by("pk")
    assert {match.game for match in tables} == {"exoptosis", "knucklebones", "tetromic", "dungeon"}
    for match in tables:
        html = drawer(page(match))
        assert '<details class="rules-drawer" id="rules-in-short"><summary>' in html
        said = texts_of_html(html)
        assert said[0].startswith("Goal: ")
        links = re.findall(r'href="([^"#]+)#([^"]+)"', html)
        assert len(links) == html.count("<a ")
        assert 6 <= len(links) <= 20
        for address in {address for address, _ in links}:
            target = Client().get(address).content.decode()
            assert all(f'id="{anchor}"' in target for where, anchor in links if where == address), address


@pytest.mark.parametrize(
    ("template", "game", "change", "before", "after"),
    [
        ("tetromic", "tetromic", lambda law: law["tetromic"].update(winning_level=7), "level 10", "level 7"),
        ("tetromic", "tetromic", lambda law: law["tetromic"]["board"].update(rows=12), "10 rows", "12 rows"),
        ("tetromic", "tetromic", lambda law: law["tetromic"].update(least_gain=9), "1 random piece ", "9 random piece"),
        ("tetromic", "tetromic", lambda law: law["tetromic"].update(points=3), "takes 1 point,", "Each level takes 3"),
        ("dungeon", "dungeon", lambda law: law["dungeon"]["victory"].update(coins_more_than=7), "50 coins", "7 coins"),
        ("dungeon", "dungeon", lambda law: law["dungeon"].update(chest_loot=2), "loot it 3 times", "loot it twice"),
        ("dungeon", "dungeon", lambda law: law["dungeon"].update(period_minutes=120), "24 hours", "2 hours"),
        ("dungeon", "dungeon", lambda law: law["dungeon"].update(actions=1), "3 actions", "1 action,"),
        ("cycle-16", "knucklebones", lambda law: law["knucklebones"].update(columns=5), "3 columns", "5 columns"),
        ("cycle-16", "knucklebones", lambda law: law["knucklebones"].update(faces=[2]), "5 or 6", "shows 2."),
        ("cycle-16", "exoptosis", lambda law: law["exoptosis"]["hand"].update(at_least=6), "least 4", "least 6"),
        (
            *("cycle-16", "exoptosis"),
            lambda law: law["card_traits"].update(opposites=[["Red", "Blue"]]),
            *("in pairs: Red and Black; Black and White; Red and Cyan;", "in pairs: Red and Blue."),
        ),
        (
            "cycle-16",
            "exoptosis",
            lambda law: law["exoptosis"]["turn"].update(minutes=90),
            "24 hours for a turn",
            "90 minutes",
        ),
        ("cycle-16", "exoptosis", lambda law: law["exoptosis"]["turn"].update(silence="skip"), "forfeit", "skipped"),
        (
            "cycle-16",
            "exoptosis",
            lambda law: law["exoptosis"].update(duplicates=False),
            "copies of your cards",
            "your own cards",
        ),
        ("cycle-16", "exoptosis", lambda law: law["battles"].update(rewards=[]), "Handy Pack", ""),
        ("exoptwosis", "exoptosis", lambda law: law["exoptosis"]["betting"].update(items=[]), "betting", ""),
    ],
)
def test_the_numbers_come_from_the_law(template: str, game: str, change: Change, before: str, after: str) -> None:
    """What a vote changes is told otherwise; what it removes is not told."""
    law = document_of(template)
    assert before in " ".join(words(law, game))
    change(law)
    said = words(law, game)
    assert after in " ".join(said)
    assert before not in " ".join(said)
    assert all(said)


@pytest.mark.parametrize(
    ("template", "game", "kinds"),
    [
        ("cycle-16", "exoptosis", ("battle", "duel")),
        ("exoptwosis", "exoptosis", ("battle", "duel")),
        ("cycle-16", "knucklebones", ("",)),
        ("tetromic", "tetromic", ("",)),
        ("dungeon", "dungeon", ("",)),
    ],
)
def test_each_claim_has_a_ruling_and_most_have_a_rule(template: str, game: str, kinds: tuple[str, ...]) -> None:
    """Under every law that ships. A rule that is missing, as before a game is voted in, falls back to the ruling."""
    law = Law(document_of(template), number=1)
    for kind in kinds:
        found = rules_summary(game, kind, law)
        assert found is not None
        for each in (found.goal, *found.claims):
            assert each.ruling in ruling_numbers()
            if game != "knucklebones":
                assert any(rule_at(law, place) for place in each.places), each


def test_a_duel_tells_nothing_of_the_rewards_of_battles() -> None:
    law = document_of("cycle-16")
    assert "Handy Pack" in " ".join(words(law, "exoptosis", "battle"))
    assert "Handy Pack" not in " ".join(words(law, "exoptosis", "duel"))


@pytest.fixture
def bones(open_cycle: OpenCycle) -> Bones:
    hall = open_cycle(law_with_bones(turn={"minutes": 60 * 24 * 30}), joined=("ada", "bob", "eve"))
    return Bones(hall)


def begun(bones: Bones) -> Hall:
    """The first game has begun."""
    bones.want("ada", "bob")
    bones.want("bob", "ada")
    hall = bones.hall
    hall.to(hall.cycle.phase_ends_at)
    return hall


def test_R106_an_amendment_in_the_middle_of_a_match_is_told_at_its_table(bones: Bones) -> None:
    """The next move goes by the new law, and so does the drawer; the links lead to the ruleset in force."""
    hall = begun(bones)
    assert "3 columns" in drawer(page(bones.matches[0]))
    enact(hall, {"op": "replace", "path": "/knucklebones/rows", "value": 4})
    html = drawer(page(bones.matches[0]))
    assert "3 columns of 4 cells" in html
    assert "goes by the rules of revision" not in html


def test_R106_a_match_whose_game_was_repealed_keeps_its_rules(bones: Bones) -> None:
    """The drawer says which revision, and links there."""
    hall = begun(bones)
    number = hall.cycle.law.number
    enact(hall, {"op": "replace", "path": "/knucklebones/in_force", "value": False})
    html = drawer(page(bones.matches[0]))
    assert f"This match goes by the rules of revision {number}." in html
    assert "3 columns of 3 cells" in html
