"""The panel of a match that is over: who won and how, what each gains, when it turned, and playing again."""

import json

import pytest
from django.test import Client
from django.utils.html import escape

from nomic.accounts.models import Person
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.models import Entry
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of
from nomic.matches.contract.game import Event
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match, MatchSeat, MatchStatus, MatchStep
from nomic.matches.practice.bot_characters import CHARACTERS
from nomic.matches.practice.hints import hint_for
from nomic.web.hooks.endings import Score, ending_of
from nomic.web.matches.bot_remarks_and_rematch import BotRemark
from nomic.web.matches.ending import Outcome, how_it_ended, outcome_of
from nomic.web.matches.turning_point import act_in_words, ahead_for_good, leads
from nomic.web.matches.wins_of_player import record_of
from tests.support.hall import Hall, OpenCycle

PLAIN = ("2", "3", "5", "7", "9", "10")
BOT = "Mira bot 1"


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Hall:
    """A practice cycle of Ada's with a duel that has begun."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    for species in PLAIN:
        hall.grant_card("ada", species)
    hall.do("ada", "seat-bot", bot="Mira")
    hall.do("ada", "request-duel", players=[BOT])
    hall.settle()
    return hall


def newest(hall: Hall) -> Match:
    return Match.objects.filter(cycle=hall.cycle).latest("pk")


def outcome(hall: Hall) -> Outcome:
    ctx = hall.read_context("ada")
    match = newest(hall)
    match.cycle = ctx.cycle
    found = outcome_of(VisibleMatch(ctx, match))
    assert found is not None
    return found


def lose(hall: Hall) -> None:
    """Ada chooses a hand, so that the duel begins, and forfeits."""
    hall.settle()
    ctx, match = hall.read_context("ada"), newest(hall)
    hint = hint_for(VisibleMatch(ctx, match))
    hall.do("ada", "move", match=match.code, move=json.loads(hint.move), answers=json.loads(hint.answers))
    hall.settle()
    hall.do("ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])


def test_a_duel_says_what_it_brings_and_what_a_battle_would(practice: Hall, client: Client) -> None:
    """From the rewards of the law in force, for each."""
    lose(practice)
    said = "A duel's only prize is what was bet. When a battle is won, the winner gains 1 Chip."
    assert outcome(practice).worth == said
    client.force_login(Person.objects.get(username="ada"))
    page = client.get(f"/c/{practice.cycle.slug}/matches/{newest(practice).code}/")
    assert escape(said) in page.content.decode()
    law = document_of("cycle-16")
    law["battles"]["rewards"], law["duels"]["rewards"] = [], [{"grant": "Chip", "n": 7, "to": "$winner"}]
    assert ending_of("exoptosis").worth(Law(law), newest(practice)) == "When a duel is won, the winner gains 7 Chips."


def test_a_bot_has_a_word_for_its_opponent(practice: Hall, client: Client) -> None:
    """Another one if it has won than if it has lost, and only for players of the match."""
    lose(practice)
    match = newest(practice)
    path = f"/c/{practice.cycle.slug}/matches/{match.code}/"
    client.force_login(Person.objects.get(username="ada"))
    remark = outcome(practice).remark
    assert remark == BotRemark(BOT, CHARACTERS["Mira"].winning)
    assert f"“{remark.words}”" in client.get(path).content.decode()
    assert remark.words not in Client().get(path).content.decode()
    match.result = {"ending": "won", "winners": ["ada"]}
    match.save()
    assert outcome(practice).remark == BotRemark(BOT, CHARACTERS["Mira"].beaten)


def test_a_winner_can_play_a_stronger_bot_next(practice: Hall, client: Client) -> None:
    """The next stronger one of the game, and no weaker one; not after a defeat, and nobody else by a made-up form."""
    lose(practice)
    for mind in ("Greta", "Rollo"):
        practice.do("ada", "seat-bot", bot=mind)
    assert outcome(practice).rival == ""
    match = newest(practice)
    match.result = {"ending": "won", "winners": ["ada"]}
    match.save()
    rival = outcome(practice).rival
    assert rival.startswith("Greta bot")
    client.force_login(Person.objects.get(username="ada"))
    path = f"/c/{practice.cycle.slug}/matches/{match.code}/"
    assert "Play Greta, who plays better" in client.get(path).content.decode()

    def played(against: str) -> set[str]:
        client.post(f"{path}rematch/", {"against": against})
        return set(newest(practice).seats.values_list("player", flat=True))

    assert played(rival) == {"ada", rival}
    assert newest(practice) != match
    assert played("Rollo bot 3") == {"ada", BOT}


def test_the_panel_says_who_won_and_how(practice: Hall, client: Client) -> None:
    """The last events tell how; a player who is out is shown as out, not with an empty hand."""
    ctx = practice.read_context("ada")
    assert outcome_of(VisibleMatch(ctx, newest(practice))) is None
    lose(practice)
    found = outcome(practice)
    assert (found.headline, found.you_won) == (f"{BOT} won", False)
    assert any(BOT in words for words in found.how)
    assert next(score.words for score in found.scores if score.player == "ada") == "out"
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/c/{practice.slug}/matches/{newest(practice).code}/").content.decode()
    assert '<h2 id="outcome-title">You lost: Mira won</h2>' in page
    how = page.partition('id="outcome-title"')[2].partition("</section>")[0]
    assert "You forfeit" in how
    assert "ada forfeits" not in how, "the viewer is “you”, as in the log"
    assert "Play again" in page
    assert "Your hand <" not in page.replace("</h2>", "")


def test_what_the_viewer_gains_is_told_as_theirs(practice: Hall, client: Client) -> None:
    """And what the others gain with their name."""
    lose(practice)
    last = MatchStep.objects.filter(match=newest(practice)).order_by("-version").first()
    assert last is not None
    Entry.objects.filter(pk=last.entry_id).update(moved=[Movement("Chip", 2, "ada", BOT)])
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/c/{practice.slug}/matches/{newest(practice).code}/").content.decode()
    assert "<strong>You</strong> lose 2 Chips" in page
    assert "<strong>Mira</strong> gains 2 Chips" in page


def test_playing_again_moves_a_practice_clock_past_a_limit(practice: Hall, client: Client) -> None:
    """The law allows one duel a phase: the clock goes to the next phase, and the bot accepts."""
    lose(practice)
    over = newest(practice)
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")
    for _ in range(2):
        phase = practice.cycle.phase
        answer = client.post(f"/c/{practice.slug}/matches/{over.code}/rematch/")
        match = newest(practice)
        assert match.pk != over.pk
        assert match.code in answer["Location"]
        assert {seat.player for seat in match.seats.all()} == {"ada", BOT}
        assert practice.cycle.phase == phase + 1
        lose(practice)
    practice.is_sound()


def test_wins_in_a_row_are_counted(practice: Hall) -> None:
    """Up to the match that is looked at. No winner ends the row as a loss does; a match called off changes nothing."""

    def over(ending: str, *winners: str) -> Match:
        match = newest(practice)
        match.pk, match.code = None, f"m{Match.objects.count()}"
        match.status, match.result = MatchStatus.OVER, {"ending": ending, "winners": list(winners)}
        match.save()
        MatchSeat.objects.create(match=match, player="ada", place=0, status="in")
        return match

    def streak(match: Match) -> int:
        record = record_of(match, "ada")
        assert record is not None
        return record.streak

    lost = over("won", BOT)
    first, off, second = over("won", "ada"), over("off"), over("won", "ada")
    assert record_of(lost, "ada") is None
    assert record_of(off, "ada") is None
    assert [streak(match) for match in (first, second)] == [1, 2]
    assert record_of(second, BOT) is None
    for ending in ("drawn", "terminated"):
        over(ending)
        assert streak(over("won", "ada")) == 1


def test_a_win_by_forfeit_is_no_fastest_win(practice: Hall) -> None:
    """Mira has not moved faster because Ada gave up."""
    lose(practice)
    record = record_of(newest(practice), BOT)
    assert record is not None
    assert (record.streak, record.moves, record.best) == (1, 0, None)


def test_nobody_else_moves_the_clock(practice: Hall, client: Client) -> None:
    """Somebody who looks on cannot play again, and a request without a log-in is sent to log in."""
    lose(practice)
    over, phase = newest(practice), practice.cycle.phase
    assert "login" in client.post(f"/c/{practice.slug}/matches/{over.code}/rematch/")["Location"]
    Person.objects.get_or_create(username="eve")
    client.force_login(Person.objects.get(username="eve"), "django.contrib.auth.backends.ModelBackend")
    client.post(f"/c/{practice.slug}/matches/{over.code}/rematch/")
    assert newest(practice).pk == over.pk
    assert practice.cycle.phase == phase


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([(0, 0), (0, 2), (3, 2), (1, 2), (4, 2), (6, 3)], 4),  # the last time that Ada went ahead
        ([(0, 0), (1, 0), (2, 0)], 1),
        ([(0, 0), (0, 2), (2, 2)], None),  # she won in spite of not being ahead, by a forfeit
        ([(1, 0), (2, 0)], None),  # she was never behind
        ([(0, 0), (0, 2), (3, 2)], None),  # only the last move put her ahead: that is the end itself
        ([], None),
    ],
)
def test_the_turning_point_is_where_the_winner_went_ahead_for_good(
    points: list[tuple[int, int]], expected: int | None
) -> None:
    """Being level is not being ahead, and versions without scores are passed over."""
    ahead = [leads([Score("Ada", ada, ""), Score("Ben", ben, "")], "Ada") for ada, ben in points]
    assert ahead_for_good(ahead) == expected
    assert ahead_for_good([None, *ahead]) == (None if expected is None else expected + 1)
    assert leads([], "Ada") is None


PAID = Event("revoked", "Guest loses 3 Vertebrae.")


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [PAID, Event("played", "Guest plays Credit Card."), Event("drew", "Rollo draws 5.")],
            "Guest plays Credit Card.",
        ),
        ([Event("played", "Rollo plays 5."), Event("drew", "Guest draws 5.")], "Rollo plays 5."),
        ([PAID], ""),
        ([], ""),
    ],
)
def test_the_turning_point_names_the_play(events: list[Event], said: str) -> None:
    """And neither its price nor what it did to whoever was ahead from then on."""
    assert act_in_words("exoptosis", "Guest", events, is_move=True) == said


def test_a_placement_of_tetromic_is_told_without_its_nodes() -> None:
    """The board shows them."""
    placed = Event("placed", "Guest places L on (3,0) (4,0).", {"player": "Guest", "piece": "L"})
    assert act_in_words("tetromic", "Guest", [placed], is_move=True) == "Guest places L."


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([Event("caught", "Guest is caught."), Event("escaped", "Guest escapes.")], "Guest escapes."),
        ([Event("caught", "Guest is caught."), Event("caught", "Mira is caught.")], "Mira is caught."),
        ([Event("period-over", "Period 3 ends."), Event("caught", "Guest is caught.")], ""),
    ],
)
def test_where_all_act_at_once_no_harm_to_the_winner_is_the_turning_point(events: list[Event], said: str) -> None:
    assert act_in_words("dungeon", "Guest", events, is_move=False) == said


def test_a_long_last_step_says_why_nobody_has_won() -> None:
    """Between its first and its last sentence."""
    told = [
        ("drew", "Guest draws."),
        ("a", "A."),
        ("standstill", "It goes in circles."),
        ("terminated", "It ends."),
        ("b", "B."),
    ]
    events = [Event(kind, text) for kind, text in told]
    assert how_it_ended(events, "terminated") == ("Guest draws.", "It goes in circles.", "It ends.", "B.")
    assert how_it_ended(events, "won") == ("Guest draws.", "B.")
