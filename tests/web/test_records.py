"""A player's record in a game: wins in a row and the fewest moves, over all their practice tables."""

import re
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.models import Cycle, Entry, Status
from nomic.matches.models import Match, MatchSeat, MatchStatus, MatchStep, StepKind
from nomic.players.guests import GUEST, adopt
from nomic.players.models import Player
from nomic.web.matches.wins_of_player import WinRecord, record_of
from tests.support.link_walker import Walker

pytestmark = pytest.mark.django_db


def opened(client: Client, game: str = "dungeon") -> Match:
    """A practice table of the visitor's, just opened; tables opened before have ended."""
    Cycle.objects.update(status=Status.ENDED)
    client.post("/play/", {"game": game})
    return Match.objects.latest("pk")


def finish(match: Match, moves: int, winner: str = GUEST) -> Match:
    """The match is over after so many moves of the visitor."""
    entry = Entry.objects.filter(cycle=match.cycle).order_by("-seq").first()
    player = match.seats.exclude(player__contains="bot").get().player
    made: dict[str, Any] = {"match": match, "entry": entry, "kind": StepKind.MOVE, "player": player, "move": {}}
    made |= {"revision": 0, "first_draw": 0, "draw_count": 0}
    MatchStep.objects.bulk_create(MatchStep(version=900 + n, **made) for n in range(moves))
    match.status, match.result = MatchStatus.OVER, {"ending": "won", "winners": [winner]}
    match.save()
    return match


def test_wins_at_all_practice_tables_count_together(client: Client) -> None:
    """Each table of Dungeon is a cycle of its own, so that a record within one would be lost with it."""
    records = [record_of(finish(opened(client), moves), GUEST) for moves in (9, 12, 7)]
    assert records == [WinRecord(1, 9, None), WinRecord(2, 12, 9), WinRecord(3, 7, 9)]
    assert [record.is_best for record in records if record] == [True, False, True]
    assert record_of(finish(opened(client), 5, winner="Mira bot 1"), GUEST) is None
    assert record_of(finish(opened(client), 8), GUEST) == WinRecord(1, 8, 7), "a loss ends the row, not the record"
    assert record_of(finish(opened(client, "tetromic"), 3), GUEST) == WinRecord(1, 3, None), "another game"


def test_moves_are_no_record_in_a_game_that_is_no_race(client: Client) -> None:
    """Knucklebones is won by points: wins in a row count there, and nobody is asked for fewer moves."""
    match = finish(opened(client, "knucklebones"), 9)
    assert record_of(match, GUEST) == WinRecord(1, 0, None)
    panel = client.get(f"/c/{match.cycle.slug}/matches/{match.code}/").content.decode()
    assert "You won!" in panel
    assert "in fewer moves" not in panel
    assert re.findall(r'class="record small">([^<]+)<', client.get("/").content.decode()) == ["1 win"]


def test_nobody_else_s_wins_count(client: Client) -> None:
    """All guests have the same name at their tables."""
    finish(opened(client), 4)
    assert record_of(finish(opened(Client()), 9), GUEST) == WinRecord(1, 9, None)


def test_who_signs_up_keeps_the_record(client: Client) -> None:
    """The table is then theirs under another name."""
    first = finish(opened(client), 6)
    guest = Player.objects.get(cycle=first.cycle, name=GUEST).person
    nova = Person.objects.create_user("Nova")
    assert guest is not None
    adopt(guest, nova)
    own = Client()
    own.force_login(nova, "django.contrib.auth.backends.ModelBackend")
    second = opened(own)
    assert MatchSeat.objects.filter(match=second, player="Nova").exists()
    assert record_of(finish(second, 8, winner="Nova"), "Nova") == WinRecord(2, 8, 6)


def test_in_a_real_game_only_its_own_matches_count(client: Client) -> None:
    finish(opened(client), 4)
    real = finish(opened(client), 9)
    Cycle.objects.filter(pk=real.cycle_id).update(practice=False)
    real.refresh_from_db()
    assert record_of(Match.objects.get(pk=real.pk), GUEST) == WinRecord(1, 9, None)


def test_the_panel_says_the_record_and_offers_other_games(client: Client) -> None:
    """Two, which one press opens. Somebody who looks on is offered none."""
    finish(opened(client), 12)
    match = finish(opened(client), 9)
    walker = Walker(client)
    walker.look(f"/c/{match.cycle.slug}/matches/{match.code}/")
    panel = walker.html.partition('class="outcome')[2].partition("</section>")[0]
    assert "2 wins in a row" in panel
    assert "Your fastest win yet! Previous best: 12 moves" in panel
    assert panel.index("You won!") < walker.html.index('id="coach"')
    assert walker.html.index('class="outcome') < walker.html.index('id="coach"'), "the steps come after the result"
    assert re.findall(r">Try ([^<]+)</button>", panel) == ["Exoptwosis", "Knucklebones"], "the next ones with a table"
    walker.press("Try Knucklebones")
    assert Match.objects.latest("pk").game == "knucklebones"
    other = Client().get(f"/c/{match.cycle.slug}/matches/{match.code}/").content.decode()
    assert "Try Knucklebones" not in other


def test_the_front_page_says_what_one_has_won(client: Client) -> None:
    """Beside each game, and to nobody else."""
    for moves, winner in ((9, GUEST), (5, "Mira bot 1"), (7, GUEST)):
        finish(opened(client), moves, winner)
    assert re.findall(r'class="record small">([^<]+)<', client.get("/").content.decode()) == [
        "2 wins, the fastest in 7 moves"
    ]
    assert "fastest" not in Client().get("/").content.decode()
