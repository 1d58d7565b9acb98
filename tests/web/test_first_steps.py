"""First steps in a cycle with other people: from the law in force, ticked by doing them."""

import re

import pytest
from django.test import Client

from exoptosis.web.first_steps import first_steps
from nomic.accounts.models import Person
from nomic.cycles.creation import create_cycle
from nomic.devtools.texts.html import texts_of_html
from nomic.law.document.templates import document_of, law_templates
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.web.rendering.times.week_in_words import week_in_words
from tests.clauses.conftest import enact
from tests.support.hall import Clock, Hall, OpenCycle, bare_law, cast, clock, hall, open_cycle
from tests.support.link_walker import Walker
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]
LAWS = sorted(law_templates())
MARK = 'id="first-steps"'


def steps_of(client: Client, slug: str) -> list[tuple[str, bool]]:
    """The titles of the steps in the hall, and whether each is done."""
    found = client.get(f"/c/{slug}/").context["first_steps"]
    return [] if found is None else [(step.title, step.is_done) for step in found.steps]


@pytest.fixture
def newcomer(cast: Hall) -> Client:
    """Nova, who has just joined a running Cycle 16."""
    cast.do("Nova", "join")
    return browser_of("Nova")


def test_the_hall_tells_who_does_not_play_what_it_is_and_lets_them_join_at_once(cast: Hall) -> None:
    """By one press. Who plays is not told again."""
    Person.objects.get_or_create(username="Nova")
    walker, about = Walker(browser_of("Nova")), "Buy packs, win battles with the"
    walker.look("/")
    assert "A game of Exoptosis" in walker.html
    walker.look("/c/hall/")
    assert about in walker.html
    said = " ".join("\n".join(texts_of_html(walker.html)).split())
    assert "To win: Own at least 10 Chips, and more than anybody else." in said
    assert "When a battle is won, the winner gains 1 Chip." in said
    assert "Buy 1 Chip for 25 Vertebrae." in said
    walker.press("Join the game")
    assert Player.objects.filter(name="Nova", left_at=None).exists()
    assert walker.path == "/c/hall/"
    assert about not in walker.html


def test_a_pack_is_bought_and_opened_and_a_vote_cast(cast: Hall, newcomer: Client) -> None:
    """Each step is ticked by doing it, and the text names what one has and what it costs."""
    html = newcomer.get("/c/hall/").content.decode()
    said = "\n".join(texts_of_html(html))
    assert "You have 20 Vertebrae. The Deck Pack costs 18 Vertebrae." in said
    offer = re.search('href="/c/hall/croupier/#(offer-[^"]+)"', html)
    assert offer is not None
    assert f'id="{offer[1]}"' in newcomer.get("/c/hall/croupier/").content.decode()
    steps = newcomer.get("/c/hall/").context["first_steps"].steps
    assert [step.link for step in steps[:2]] == [f"/c/hall/croupier/#{offer[1]}"] * 2  # who has no pack buys one first
    names = ["Buy a pack", "Open your pack", "Vote, once a vote is open to you"]
    assert steps_of(newcomer, "hall") == [(name, False) for name in names]
    cast.do("Nova", "buy", offer="Deck Pack")
    assert steps_of(newcomer, "hall") == list(zip(names, (True, False, False), strict=True))
    cast.do("Nova", "open-pack", pack="Deck Pack")
    assert steps_of(newcomer, "hall") == list(zip(names, (True, True, False), strict=True))
    assert "you can vote on it here." in newcomer.get("/c/hall/").content.decode()
    cast.do("Zoe", "join")
    cast.do("Zoe", "submit-proposal", title="More light", text="Light the lamps.")
    names[-1] = "Read what is proposed, and vote"
    assert steps_of(newcomer, "hall") == list(zip(names, (True, True, False), strict=True))
    cast.do("Nova", "vote", proposal="1", vote="for")
    assert steps_of(newcomer, "hall") == [(name, True) for name in names]
    html = newcomer.get("/c/hall/").content.decode()
    assert "You have done all the first steps." in html
    assert '<a class="button" href="/c/hall/act/declare-battle/">' in html
    onward = newcomer.get("/c/hall/").context["first_steps"].onward
    until = f"{cast.cycle.phase_ends_at:%A %d %B, %H:%M} UTC"
    assert onward.text.startswith("When a battle is won, the winner gains 1 Chip. ")
    assert f"Declare by {until}; the battle begins then." in onward.text


def test_a_reward_with_several_parts_is_told_in_one_line(open_cycle: OpenCycle) -> None:
    hall = open_cycle(document_of("exoptwosis"), joined=("ada",))
    (step,) = (each for each in first_steps(hall.read_context("ada"), ()) if each.title == "Declare for battle")
    assert step.text.startswith("When a battle is won, roll 1d3: on 1, the winner gains 3 random cards; on 2, ")
    assert "\n" not in step.text


def test_in_the_other_phase_the_next_battle_has_its_date(cast: Hall, newcomer: Client) -> None:
    """The day from which one can declare, and what one lacks for it. Without rewards there is no such step."""
    cast.do("Nova", "buy", offer="Deck Pack")
    cast.do("Nova", "open-pack", pack="Deck Pack")
    cast.next_phase()
    opens = f"{cast.cycle.phase_ends_at:%A %d %B, %H:%M} UTC"
    onward = newcomer.get("/c/hall/").context["first_steps"].onward
    assert (onward.title, onward.link) == ("Declare for battle", "/c/hall/act/declare-battle/")
    assert f"You can declare from {opens}." in onward.text
    enact(
        cast,
        {"op": "replace", "path": "/rules/rewards/body", "value": "Nothing."},
        {"op": "replace", "path": "/battles/rewards", "value": []},
    )
    assert newcomer.get("/c/hall/").context["first_steps"].onward.title != "Declare for battle"


def test_another_order_counts_as_well(cast: Hall, newcomer: Client) -> None:
    """Exploring instead of a pack: what one has done is what is ticked."""
    cast.do("Nova", "exploration_explore")
    titles = dict(steps_of(newcomer, "hall"))
    assert titles["Explore the Hall"]
    assert len(titles) == 3


def test_they_are_skipped_and_end_by_themselves(cast: Hall, newcomer: Client, clock: Clock) -> None:
    """Only here, only for this visitor, and never longer than two weeks."""
    cast.do("Zoe", "join")
    assert newcomer.get("/c/hall/first-steps/skip/").status_code == 405
    assert newcomer.post("/c/hall/first-steps/skip/").headers["Location"] == "/c/hall/"
    assert MARK not in newcomer.get("/c/hall/").content.decode()
    assert MARK in browser_of("Zoe").get("/c/hall/").content.decode()
    clock.wait(days=15)
    assert MARK not in browser_of("Zoe").get("/c/hall/").content.decode()


def test_others_see_none(cast: Hall) -> None:
    """Neither who looks on nor who has left, and nobody before joining."""
    assert MARK not in Client().get("/c/hall/").content.decode()
    cast.do("Nova", "join")
    client = browser_of("Nova")
    assert MARK in client.get("/c/hall/").content.decode()
    cast.do("Nova", "leave")
    assert MARK not in client.get("/c/hall/").content.decode()


def test_many_skipped_cycles_are_a_bounded_list(cast: Hall, newcomer: Client) -> None:
    """Whatever addresses are posted."""
    for number in range(30):
        newcomer.post(f"/c/x{number}/first-steps/skip/")
    assert len(newcomer.session["first-steps-skipped"]) == 20


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.django_db
def test_every_shipped_law_has_three(law: str, clock: Clock) -> None:
    """None done at first, each a page that the newcomer can open, and the week in at least two sentences."""
    place = Hall(create_cycle(law, slug="other", title="Other"), clock)
    for name in ("Ada", "Ben"):
        place.do(name, "join")
    client = browser_of("Ada")
    found = client.get("/c/other/").context["first_steps"]
    assert [step.is_done for step in found.steps] == [False, False, False]
    assert len({step.title for step in found.steps}) == 3
    for step in found.steps:
        assert client.get(step.link).status_code == 200
        assert step.text
    assert len(found.week) >= 2


def test_a_law_with_nothing_to_do_still_has_steps(open_cycle: OpenCycle) -> None:
    """To propose and to vote."""
    place = open_cycle(bare_law(), template="bare")
    place.do("Nova", "join")
    assert steps_of(browser_of("Nova"), "hall") == [
        ("Propose a change to the rules", False),
        ("Vote, once a vote is open to you", False),
    ]


@pytest.mark.django_db
def test_the_commons_begin_with_something_that_costs_nothing(clock: Clock) -> None:
    """Not with what needs things that nobody has yet."""
    place = Hall(create_cycle("the-commons", slug="other", title="Other"), clock)
    place.do("Ada", "join")
    assert steps_of(browser_of("Ada"), "other")[0] == ("Walk to another room", False)


def test_the_week_of_cycle_16(cast: Hall) -> None:
    assert week_in_words(cast.cycle.law) == (
        "Each week begins on Monday with “Rest Phase”; then comes “Battle Phase” on Thursday.",
        "You can vote on most proposals until the end of the next phase; if one passes, the rules change at once.",
    )


@pytest.mark.parametrize(
    ("hours", "starts", "words"),
    [
        (48, (0,), "A new phase begins every 2 days."),
        (48, (0, 30), "Every 2 days, the game goes through “P0” (30 hours) and “P1” (18 hours)."),
        (
            168,
            (0, 36, 96),
            "Each week begins on Monday with “P0”; then come “P1” on Tuesday at 12:00 and “P2” on Friday.",
        ),
        (168, (0, 1, 2, 3, 4), "Each week, the game goes through 5 phases, from “P0” to “P4”."),
    ],
)
def test_other_calendars(open_cycle: OpenCycle, hours: int, starts: tuple[int, ...], words: str) -> None:
    phases = [{"kind": f"p{'abcde'[n]}", "title": f"P{n}", "starts_at_hour": at} for n, at in enumerate(starts)]
    law = bare_law() | {"calendar": {"length_hours": hours, "phases": phases}}
    assert week_in_words(open_cycle(law, template="bare").cycle.law)[0] == words


def test_a_price_that_a_proposal_would_change_is_said(cast: Hall, newcomer: Client) -> None:
    """Once the proposal is open, at the offer that the step names, and not for another."""
    cast.propose("ada", {"op": "replace", "path": "/shop/offers/Handy Pack/costs/Vertebra", "value": 1}, title="Other")
    step = newcomer.get("/c/hall/").context["first_steps"].steps[0]
    assert step.text == "You have 20 Vertebrae. The Deck Pack costs 18 Vertebrae."
    cast.propose("ada", {"op": "replace", "path": "/shop/offers/Deck Pack/costs/Vertebra", "value": 15}, title="Less")
    step = newcomer.get("/c/hall/").context["first_steps"].steps[0]
    ends = f"{Proposal.objects.get(number=2).ends_at:%A %d %B, %H:%M} UTC"
    assert step.text.endswith(f"Proposal 2, Less, is about this offer. Its votes are counted on {ends}.")
