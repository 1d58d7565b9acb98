"""What moving a practice clock costs is said before the press, at every button that moves it, and afterwards."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.matches.hosting import clocks
from nomic.matches.hosting.player_tasks import turns_missed_by
from nomic.matches.models import Match, MatchSeat, TurnClock
from nomic.players.guests import GUEST
from nomic.players.models import Player
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.web.matches.advance_clock_warnings import missed_by
from tests.support.link_walker import Walker

pytestmark = pytest.mark.django_db
WARNING = "This moves the clock on, and your time runs out in"


@pytest.fixture
def guest(client: Client, monkeypatch: pytest.MonkeyPatch) -> Walker:
    """A guest in an unfinished duel, in which every card is a plain 5, with an own proposal that they voted for."""
    monkeypatch.setattr("exoptosis.cards.random_cards.species_to_draw", lambda law, types=(): ["5"])
    monkeypatch.setattr("exoptosis.cards.random_cards.collections_in_force", lambda law, wanted=None: [])
    walker = Walker(client)
    walker.look("/")
    walker.press("Play now")
    made = draft_from_recipe(recipes()["lottery"], Cycle.objects.get().law, {"item": "Vertebra"})
    do("submit-proposal", {"title": made.title, "text": made.text, "amendments": made.amendments})
    do("vote", {"proposal": "1", "vote": "for"})
    return walker


def do(action: str, args: dict[str, Any], name: str = GUEST) -> None:
    actor = Actor(name, Player.objects.get(name=name).person_id)
    perform(Cycle.objects.get().slug, actor, action, args)


def context() -> ReadContext:
    cycle = Cycle.objects.get()
    return ReadContext(cycle, Actor(GUEST, Player.objects.get(name=GUEST).person_id), cycle.now())


def warned(html: str, button: str) -> bool:
    """Whether the warning stands before the button, with a link to the match, and nothing but the form between."""
    match = Match.objects.get()
    before = html.partition(button)[0].rpartition(WARNING)[2]
    return len(before) < 1500 and f'href="/c/{match.cycle.slug}/matches/{match.code}/"' in before


@pytest.mark.parametrize("button", ['id="count-votes"', 'id="count-now"'])
def test_counting_votes_names_the_unfinished_match_first(guest: Walker, button: str) -> None:
    """In the coach and on the proposal's page; once the match is over, neither does."""
    page = f"/c/{Cycle.objects.get().slug}/proposals/1/"
    guest.look(page)
    assert warned(guest.html, button)
    do("move", {"match": Match.objects.get().code, "move": {"kind": "forfeit"}, "answers": []})
    guest.look(page)
    assert button in guest.html
    assert WARNING not in guest.html


def test_the_coach_sends_to_the_match_before_it_speaks_of_time(guest: Walker) -> None:
    """Its button to count the votes then stands back."""
    guest.look(f"/c/{Cycle.objects.get().slug}/proposals/1/")
    coach = guest.html.partition('id="coach"')[2].partition("</section>")[0]
    assert 0 <= coach.find(WARNING) < coach.find('<button class="quiet" id="count-votes">')


def test_the_page_of_the_clock_warns_at_each_button_that_goes_too_far(guest: Walker) -> None:
    """And at none that does not; the form for any time says when the time is up."""
    page = f"/c/{Cycle.objects.get().slug}/act/advance-clock/"

    def a_day_on() -> str:
        guest.look(page)
        panel = guest.html.partition('aria-label="Most used"')[2].partition("</section>")[0]
        (row,) = [row for row in panel.split("<li>") if ">One day ahead<" in row]
        return row

    assert WARNING in a_day_on()
    TurnClock.objects.update(due_at=Cycle.objects.get().now() + timedelta(hours=25))
    assert WARNING not in a_day_on()
    assert "If the clock goes past that, you may lose." in guest.html
    do("move", {"match": Match.objects.get().code, "move": {"kind": "forfeit"}, "answers": []})
    guest.look(guest.path)
    assert WARNING not in guest.html
    assert "you may lose" not in guest.html


def test_afterwards_the_message_names_what_was_lost(guest: Walker) -> None:
    guest.look(f"/c/{Cycle.objects.get().slug}/proposals/1/")
    guest.press("Count the votes now")
    messages = guest.html.partition('<ul class="messages">')[2].partition("</ul>")[0]
    match = Match.objects.get()
    assert match.is_over
    assert f'matches/{match.code}/">The duel of {GUEST} and Rollo</a>: {GUEST} forfeits, not having acted' in messages
    assert "Rollo wins." in messages


def test_a_turn_after_a_bot_s_counts_as_well_and_none_that_ends_later(guest: Walker) -> None:
    """While the bot has to move, the visitor's next turn is the one that would pass."""
    (clock,) = clocks.running_clocks(Match.objects.get())
    assert GUEST in clock.players
    assert [task.due_at for task in turns_missed_by(context(), clock.due_at)] == [clock.due_at]
    assert turns_missed_by(context(), clock.due_at - timedelta(seconds=1)) == []
    own = f"/c/{Cycle.objects.get().slug}/matches/{Match.objects.get().code}/"
    assert missed_by(context(), clock.due_at, but=own).matches == []
    TurnClock.objects.update(players=["Rollo bot 2"])
    assert turns_missed_by(context(), clock.due_at + timedelta(hours=1)) != []
    assert turns_missed_by(context(), context().at + timedelta(minutes=1)) == []
    MatchSeat.objects.filter(player=GUEST).update(status="out")
    assert turns_missed_by(context(), clock.due_at + timedelta(hours=1)) == []


def test_playing_again_warns_of_another_unfinished_match(client: Client) -> None:
    """A rematch that has to wait for the next phase moves the clock past a turn elsewhere, and says so beforehand."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "knucklebones"})["Location"])
    first = walker.path
    do("move", {"match": Match.objects.get().code, "move": {"kind": "forfeit"}, "answers": []})
    walker.look(first)
    assert "Playing again moves the practice clock on to the next phase." in walker.html
    assert WARNING not in walker.html
    walker.press("Play again")
    second = walker.path
    assert second != first
    walker.look(first)
    before = walker.html.partition('id="rematch"')[0].rpartition(WARNING)[2]
    assert f'href="{second}"' in before
    assert len(before) < 1500
