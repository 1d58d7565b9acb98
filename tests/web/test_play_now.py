"""Play now: from the front page to a dealt table without an account, and what becomes of guests."""

import re
from contextlib import suppress
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import availability
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.law.models import Book
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match
from nomic.matches.practice import hints
from nomic.notices.models import Delivery, Notice, NoticeSettings
from nomic.players.guests import GUEST, MAX_TABLES, adopt, clear_guests
from nomic.players.models import Player
from nomic.recipes.catalogue import recipes
from nomic.recipes.drafting import draft_from_recipe
from nomic.web.coach import SESSION_KEY, CoachStep, coach_of
from nomic.web.people.shown_names import shown_names, with_names
from tests.support.hall import Hall, OpenCycle
from tests.support.link_walker import Walker
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db
WORDS = "lampions at dusk"


@pytest.fixture
def only_fives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random card is a plain 5, so that each fits on each."""
    monkeypatch.setattr("exoptosis.cards.random_cards.species_to_draw", lambda law, types=(): ["5"])
    monkeypatch.setattr("exoptosis.cards.random_cards.collections_in_force", lambda law, wanted=None: [])


@pytest.fixture
def guest(client: Client) -> Walker:
    walker = Walker(client)
    walker.look("/")
    walker.press("Play now")
    return walker


def test_two_presses_and_no_field_from_the_front_page_to_the_first_card(only_fives: None, client: Client) -> None:
    """The table is joined, has a bot, and hands are chosen; the first card is one press away."""
    walker = Walker(client)
    walker.look("/")
    walker.press("Play now")
    walker.press("Play 5")
    assert walker.presses[0] == "Play now"
    assert len(walker.presses) == 2
    match = Match.objects.get()
    moves = [step.move["kind"] for step in match.steps.filter(kind="move", player=GUEST).order_by("version")]
    assert moves == ["hand", "pass", "play"]


def test_play_now_after_a_finished_duel_deals_the_next_one(only_fives: None, guest: Walker) -> None:
    """Also if the law allows one duel per phase: the guest's own clock moves on."""
    first = guest.path
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    forfeit = {"match": first.split("/")[4], "move": {"kind": "forfeit"}, "answers": []}
    perform(first.split("/")[2], actor, "move", forfeit)
    phase = Cycle.objects.get().phase
    guest.look("/")
    guest.press("Try it: Exoptosis")
    assert "/matches/" in guest.path
    assert guest.path != first
    assert guest.can_press("Play 5")
    assert Cycle.objects.get().phase > phase


def test_a_table_says_what_happened_since_ones_own_move(only_fives: None, guest: Walker) -> None:
    """In the order in which it happened, without one's own act, and not when the match is over."""

    def since() -> str:
        return guest.html.partition('id="since-yours"')[2].partition("</p>")[0]

    guest.press("Play 5")
    assert "Rollo " in since()
    assert "Guest plays" not in since()
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    slug, code = guest.path.split("/")[2], guest.path.split("/")[4]
    perform(slug, actor, "move", {"match": code, "move": {"kind": "forfeit"}, "answers": []})
    guest.look(guest.path)
    assert since() == ""
    assert 'id="since-yours"' not in Client().get(guest.path).content.decode(), "who has no seat has no move"


def test_the_coach_counts_what_is_done_and_can_be_skipped(only_fives: None, guest: Walker) -> None:
    assert "Step 1 of 5" in guest.html
    assert "Goal: an empty hand. You hold 4 cards." in guest.html
    guest.press("Play 5")
    assert "Step 2 of 5" in guest.html
    guest.press("Skip the steps")
    assert 'id="coach"' not in guest.html
    assert guest.path.startswith("/c/play-"), "one stays at the table"


def test_a_game_that_ends_with_the_first_move_needs_no_second_one(only_fives: None, guest: Walker) -> None:
    """The steps go on with the rules: no table is left at which to make another move."""
    guest.press("Play 5")
    assert "Step 2 of 5" in guest.html
    Match.objects.update(status="over", result={"ending": "stopped", "winners": []})
    guest.look(guest.path)
    assert "Step 4 of 5" in guest.html


def test_a_coached_page_works_out_a_hint_only_where_it_says_one(guest: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan of Dungeon is searched for when its actions are chosen, not on every look at the table."""
    asked: list[str] = []
    chosen = hints._chosen

    def counted(visible: VisibleMatch, *args: Any) -> object:
        asked.append(visible.match.game)
        return chosen(visible, *args)

    monkeypatch.setattr("nomic.matches.practice.hints._chosen", counted)
    guest.look("/")
    guest.press("Try it: Dungeon")
    assert "Step 1 of 5" in guest.html
    assert asked == []
    guest.press("Plan this period")
    assert "a good choice is" in guest.html
    assert set(asked) == {"dungeon"}


def test_a_guest_who_has_won_is_told_how_to_keep_it(only_fives: None, guest: Walker) -> None:
    """At the end of a game, at one's own table; not to a stranger who looks on, nor with an account."""
    Match.objects.update(status="over", result={"ending": "won", "winners": [GUEST]})
    guest.look(guest.path)
    assert "A guest's games are deleted after a day." in unescape(guest.html)
    assert "to keep this win" in guest.html
    table = guest.path
    assert 'id="keep"' not in Client().get(table).content.decode()
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    assert guest.path == table
    assert 'id="keep"' not in guest.html


def test_the_coach_leads_to_the_newest_table(only_fives: None, guest: Walker) -> None:
    """Not back to the first one, which is over."""
    first = guest.path
    Match.objects.update(status="over", result={"ending": "stopped", "winners": []})
    guest.look("/")
    guest.press("Try it: Exoptosis")
    assert guest.path != first
    steps = guest.html.partition('class="coach-steps"')[2].partition("</ol>")[0]
    assert f'href="{guest.path}"' in steps
    assert f'href="{first}"' not in steps


def test_the_coach_stays_at_each_table_until_it_is_skipped_there(guest: Walker) -> None:
    """Also if a table is opened by its address after others."""
    tables = [guest.path]
    for game in ("Tetromic", "Dungeon"):
        guest.look("/")
        guest.press(f"Try it: {game}")
        tables.append(guest.path)
    for table in tables:
        guest.look(table)
        assert "Step 1 of 5" in guest.html, table
    guest.look(tables[1])
    guest.press("Skip the steps")
    assert 'id="coach"' not in guest.html
    for table, is_there in zip(tables, (True, False, True), strict=True):
        guest.look(table)
        assert ('id="coach"' in guest.html) == is_there, table


def test_the_last_step_is_done_when_the_votes_are_counted(guest: Walker) -> None:
    """The vote alone does not end it, and the coach then says what it waits for."""
    slug = Cycle.objects.get().slug
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    request: Any = SimpleNamespace(session={SESSION_KEY: [slug]})

    def last() -> CoachStep:
        cycle = Cycle.objects.get(slug=slug)
        coach = coach_of(request, ReadContext(cycle, actor, cycle.now()))
        assert coach is not None
        return coach.steps[-1]

    perform(slug, actor, "submit-proposal", {"title": "A hum", "text": "Hum."})
    assert (last().is_done, last().text) == (False, "The bots vote too. Vote for your proposal.")
    perform(slug, actor, "vote", {"proposal": "1", "vote": "for"})
    assert not last().is_done
    assert "until the votes are counted" in last().text
    for _ in range(2):
        perform(slug, actor, "advance-clock", {"to_next_phase": True})
    assert last().is_done


def test_a_replay_begins_where_the_game_begins(only_fives: None, guest: Walker) -> None:
    """Behind the choice of hands; what was before is one press on *Before* away. It can play by itself."""
    guest.press("Play 5")
    match = Match.objects.get()
    guest.follow("Replay")
    shown = guest.client.get(guest.path).context
    first = match.steps.get(version=shown["step"] + 1)
    assert (first.kind, first.move["kind"]) == ("move", "play")
    assert not match.steps.filter(version__lte=shown["step"], move__kind="play").exists()
    assert shown["before"] is not None
    assert 'id="replay-play"' in guest.html
    whole = guest.client.get(guest.path.partition("?")[0]).context
    assert whole["step"] == Match.objects.get().version > shown["step"]


def test_a_replay_of_a_game_without_preparations_begins_with_its_players(guest: Walker) -> None:
    """They join before the first plan, so the table is not empty."""
    guest.look("/")
    guest.press("Try it: Dungeon")
    guest.follow("Replay")
    context = guest.client.get(guest.path).context
    following = Match.objects.get(code=guest.path.split("/")[4]).steps.get(version=context["step"] + 1)
    assert (following.kind, context["seats"] != []) == ("move", True)
    assert context["step"] > 0


@pytest.mark.parametrize("game", ["tetromic", "dungeon"])
def test_a_game_that_ends_its_cycle_can_be_played_again(guest: Walker, game: str, open_cycle: OpenCycle) -> None:
    """Its table opens another one. The coach proposes no change of a settled law, but a vote of a real cycle."""
    guest.look("/")
    guest.press(f"Try it: {game.title()}")
    table, slug = guest.path, guest.path.split("/")[2]
    assert "See the ideas" not in guest.html, "the first steps come first"
    for _ in range(2):
        actor = Actor(GUEST, Player.objects.get(cycle__slug=slug, name=GUEST).person_id)
        perform(slug, actor, "advance-clock", {"to_next_phase": True})
    Match.objects.filter(cycle__slug=slug).update(status="over", result={"ending": "stopped", "winners": []})
    Cycle.objects.filter(slug=slug).update(status="ended")
    request: Any = SimpleNamespace(session={SESSION_KEY: [slug]})
    cycle = Cycle.objects.get(slug=slug)
    coach = coach_of(request, ReadContext(cycle, actor, cycle.now()))
    assert coach is not None
    assert {(step.text, step.link) for step in coach.steps[3:]} == {
        (
            "This game is over, so its rules stay as they are. See the ideas for a new game of this kind.",
            table,
        )
    }
    guest.look(table)
    assert 'id="new-table"' in guest.html
    assert "a vote among people" not in guest.html, "there is none"
    real = open_cycle(slug="real")
    real.join("ada")
    real.do("ada", "submit-proposal", title="More cards", text="Everybody gains a card.")
    guest.look(table)
    assert "More cards</a> in" in guest.html
    guest.look(f"/c/{slug}/proposals/compose/")
    assert "This cycle has ended" in guest.html
    assert not guest.can_press("Submit the proposal")
    guest.look(table)
    guest.press("Play again")
    assert guest.path.startswith("/c/play-")
    assert guest.path.split("/")[2] != slug
    assert "Step 1 of 5" in guest.html, "no move was made in the game that was stopped"


def test_after_a_finished_game_the_steps_go_on_in_the_next_one(guest: Walker) -> None:
    """Change a rule is next in another game of the same kind; a game of another kind begins with its first move."""
    guest.look("/")
    guest.press("Try it: Tetromic")
    slug, table = guest.path.split("/")[2], guest.path
    steps = Match.objects.get(cycle__slug=slug).steps
    made = list(steps.order_by("version").values_list("pk", flat=True)[:2])
    assert steps.filter(pk__in=made).update(kind="move", player=GUEST, move={"kind": "place"}) == 2
    Match.objects.filter(cycle__slug=slug).update(status="over", result={"ending": "stopped", "winners": []})
    Cycle.objects.filter(slug=slug).update(status="ended")
    guest.look(table)
    assert "Step 4 of 5" in guest.html
    assert guest.can_press("Play again"), "beside it: who wants to, plays first"
    guest.press("See the ideas")
    assert guest.path.endswith("/proposals/ideas/")
    assert guest.path.split("/")[2] != slug, "a new game, whose rules can be changed"
    assert "Step 4 of 5" in guest.html
    assert "Pick an idea" in guest.html
    new = Cycle.objects.get(slug=guest.path.split("/")[2])
    assert Match.objects.filter(cycle=new).exists(), "its table is dealt meanwhile"
    guest.look("/")
    guest.press("Try it: Dungeon")
    assert "Step 1 of 5" in guest.html


def test_the_coach_counts_the_votes_and_says_what_one_has_made_law(only_fives: None, guest: Walker) -> None:
    """One press moves the clock to the count. What the rule makes possible is a link; a rule that fails is none."""
    slug = Cycle.objects.get().slug
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    for _ in range(2):
        guest.press("Play 5")
    forfeit = {"match": guest.path.split("/")[4], "move": {"kind": "forfeit"}, "answers": []}
    perform(slug, actor, "move", forfeit)
    guest.look(f"/c/{slug}/proposals/compose/")
    assert "Then press Submit the proposal." in guest.html
    assert "Pick an idea" not in guest.html
    guest.look(f"/c/{slug}/proposals/ideas/bank/")
    assert "Then press Make a proposal from this." in guest.html
    assert not guest.can_press("See the ideas"), "the visitor has chosen one"
    made = draft_from_recipe(recipes()["lottery"], Cycle.objects.get().law, {"item": "Vertebra"})
    perform(slug, actor, "submit-proposal", {"title": made.title, "text": made.text, "amendments": made.amendments})
    guest.look(f"/c/{slug}/proposals/1/")
    assert not guest.can_press("Count the votes"), "nobody has voted"
    for bot in ("Mira bot 1", "Rollo bot 2"):
        with suppress(Refused):  # it has voted so already
            perform(slug, Actor(bot), "vote", {"proposal": "1", "vote": "for"})
    perform(slug, actor, "vote", {"proposal": "1", "vote": "for"})
    guest.look(f"/c/{slug}/proposals/1/")
    guest.press("Count the votes")
    coach = guest.html.partition('id="coach"')[2].partition("</section>")[0]
    assert "Your rule is law" in coach
    assert f'/accounts/signup/?next=/c/{slug}/proposals/1/">sign up</a> and join' in coach, "a guest has no account yet"
    assert "You keep the games you played as a guest." in guest.client.get("/accounts/signup/").content.decode()
    assert "Buy a ticket for the Lottery</a>" in coach
    assert 'class="cheer"' in coach
    guest.look(f"/c/{slug}/")
    assert "Your rule is law" in guest.html
    assert 'class="cheer"' not in guest.html, "it rains where the rule is"


def test_play_by_it_begins_a_game_under_the_new_law(only_fives: None, guest: Walker) -> None:
    """The old table is over: its rules are those of before."""
    slug, old = Cycle.objects.get().slug, guest.path
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    for _ in range(2):
        guest.press("Play 5")
    perform(slug, actor, "move", {"match": old.split("/")[4], "move": {"kind": "forfeit"}, "answers": []})
    made = draft_from_recipe(recipes()["streak"], Cycle.objects.get().law, {})
    perform(slug, actor, "submit-proposal", {"title": made.title, "text": made.text, "amendments": made.amendments})
    for name in (actor, Actor("Mira bot 1"), Actor("Rollo bot 2")):
        with suppress(Refused):  # a bot has voted so already
            perform(slug, name, "vote", {"proposal": "1", "vote": "for"})
    guest.look(f"/c/{slug}/proposals/1/")
    guest.press("Count the votes")
    assert "Your rule is law" in guest.html
    guest.press("Play by it")
    assert guest.path.startswith(f"/c/{slug}/matches/")
    assert guest.path != old
    assert not Match.objects.get(code=guest.path.split("/")[4]).is_over


def test_a_game_without_tables_has_steps_of_its_own(client: Client) -> None:
    """They lead to the hall, and count what one does there."""
    walker = Walker(client)
    client.post("/play/", {"game": "the-commons", "key": "k" * 20})
    slug = Cycle.objects.get().slug
    walker.look(f"/c/{slug}/")
    assert "table" not in walker.html.partition('id="coach"')[2].partition("</section>")[0]
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    request: Any = SimpleNamespace(session={SESSION_KEY: [slug]})

    def steps() -> list[bool]:
        cycle = Cycle.objects.get(slug=slug)
        coach = coach_of(request, ReadContext(cycle, actor, cycle.now()))
        assert coach is not None
        assert {step.link for step in coach.steps[:3]} == {f"/c/{slug}/"}
        return [step.is_done for step in coach.steps[:3]]

    assert steps() == [False, False, False]
    cycle = Cycle.objects.get()
    walk = next(
        each.action.name for each in availability(ReadContext(cycle, actor, cycle.now())) if "walk" in each.action.name
    )
    perform(slug, actor, walk, {"into": "Orchard"})
    assert steps() == [True, False, False]
    perform(slug, actor, "advance-clock", {"to_next_phase": True})
    assert steps()[2]


def test_signing_up_keeps_the_table(guest: Walker, client: Client) -> None:
    """The new account goes on as the same player, and has nothing of the guest's account but what was played."""
    table = guest.path
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    assert guest.path == table
    nova = Person.objects.get(username="Nova")
    assert Player.objects.get(name=GUEST).person == nova
    Cycle.objects.update(created_at=Cycle.objects.get().created_at - timedelta(days=3))
    Person.objects.filter(is_guest=True).update(date_joined=nova.date_joined - timedelta(days=3))
    assert clear_guests() == 0
    assert not Person.objects.filter(is_guest=True).exists(), "nobody needs the row any more"
    guest.look(table)
    assert guest.can_press("Skip the steps")
    assert guest.can_press("Give up") or guest.can_press("Forfeit")


def test_the_coach_goes_on_where_one_logs_in_later(guest: Walker) -> None:
    """In another browser too, at one's own table only, and not after it was skipped there."""
    table = guest.path
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    elsewhere = Walker(_logged_in_again("Nova"))
    elsewhere.look(table)
    assert "Step 1 of 5" in elsewhere.html
    elsewhere.press("Skip the steps")
    elsewhere.look(table)
    assert 'id="coach"' not in elsewhere.html
    assert 'id="coach"' not in _logged_in("Eve").get(table).content.decode()


def _logged_in_again(name: str) -> Client:
    return browser_of(Person.objects.get(username=name))


def _go_on(walker: Walker) -> str:
    walker.look("/")
    return walker.html.partition('id="go-on"')[2].partition("</section>")[0]


def test_the_front_page_leads_back_to_an_unfinished_match(guest: Walker, client: Client) -> None:
    """For the guest, after signing up, and no longer once it is over. Others do not see it."""
    table = guest.path
    said = _go_on(guest)
    assert f'href="{table}"' in said
    assert "Rollo" in said
    assert "Rollo bot" not in said
    assert "your turn" in said
    assert f"with {GUEST}" not in said, "one is not named to oneself"
    for other in (Client(), _logged_in("Eve")):
        assert 'id="go-on"' not in other.get("/").content.decode()
    guest.client.post("/play/", {"game": "dungeon"})
    assert _go_on(guest).count("<li") == 2
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    guest.look("/")
    assert guest.html.count(f'href="{table}"') == 1, "among what waits for an account"
    slug = table.split("/")[2]
    actor = Actor(GUEST, Player.objects.filter(name=GUEST).first().person_id)
    perform(slug, actor, "move", {"match": table.split("/")[4], "move": {"kind": "forfeit"}, "answers": []})
    assert table not in _go_on(guest)
    Cycle.objects.update(status="ended")
    assert "Go on" not in _go_on(guest)


def test_it_leads_back_to_the_practice_cycle_of_an_account_too() -> None:
    client = _logged_in("Nova")
    table = client.post("/play/")["Location"]
    assert client.get("/").content.decode().count(f'href="{table}"') == 1


PLACES = (
    "",
    "players/",
    "players/Guest/",
    "journal/",
    "journal/1/",
    "standings/",
    "how-to-play/",
    "proposals/",
    "proposals/1/",
    "matches/",
    "ruleset/",
    "effects/",
    "recaps/",
    "chance/",
    "court/",
)


def _words(html: str) -> str:
    """The words of a page and the labels that are read aloud, but for text that is typed or copied."""
    html = re.sub(r"(?s)<(code|option|pre|script|textarea)\b.*?</\1>", "", html)
    labels = re.findall(r' (?:aria-label|title|alt|content)="([^"]*)"', html)
    return " ".join([re.sub(r"<[^>]*>", " ", html), *labels])


def test_the_pages_of_an_adopted_table_say_the_name_of_the_account(guest: Walker) -> None:
    """Everybody reads the new name in all places. The journal's own data and what one writes keep the old one."""
    table = guest.path
    slug = table.split("/")[2]
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    perform(slug, actor, "submit-proposal", {"title": "A hum", "text": "Hum."})
    home = f"/c/{slug}/"
    newest = Entry.objects.filter(cycle__slug=slug, actor=GUEST).latest("seq").seq
    places = [*(home + place for place in PLACES), f"{home}journal/{newest}/", table, f"{table}replay/"]
    assert sum(GUEST in _words(guest.client.get(place).content.decode()) for place in places) > 9
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    for browser in (guest.client, _logged_in("Eve"), Client()):
        pages = {place: browser.get(place) for place in places}
        assert {page.status_code for page in pages.values()} == {200}
        words = {place: _words(page.content.decode()) for place, page in pages.items()}
        assert [place for place, page in words.items() if re.search(rf"\b{GUEST}\b", page)] == []
        assert "Nova" in words[table]
        assert "Nova" in words[f"{home}journal/{newest}/"]
    assert "Nova" in _go_on(guest)
    assert GUEST not in _words(guest.html)
    assert Entry.objects.filter(cycle__slug=slug, actor=GUEST).exists()


def test_the_display_name_follows_as_elsewhere(guest: Walker) -> None:
    slug = guest.path.split("/")[2]
    guest.follow("Sign up")
    guest.press("Sign up", Username="Nova", Password=WORDS, **{"Password (again)": WORDS})
    guest.client.post("/account/", {"display_name": "Nova the Kind", "wiki_name": "", "emblem": "", "colour": ""})
    assert Person.objects.get(username="Nova").display_name == "Nova the Kind"
    assert "Nova (Nova the Kind)" in " ".join(_words(guest.client.get(f"/c/{slug}/players/").content.decode()).split())


def test_a_name_replaces_the_guests_in_words_only() -> None:
    """Not in addresses, values and code, nor as part of another word; it is escaped."""
    before = (
        '<a href="/players/Guest/" aria-label="Look at Guest">Guest’s</a> Guests <input value="Guest">'
        "<textarea>Guest <b>x</b> Guest</textarea><code>Guest</code> <pre><b>Guest</b></pre>Guest"
    )
    assert with_names(before, {GUEST: "N&a"}) == (
        '<a href="/players/Guest/" aria-label="Look at N&amp;a">N&amp;a’s</a> Guests <input value="Guest">'
        "<textarea>Guest <b>x</b> Guest</textarea><code>Guest</code> <pre><b>Guest</b></pre>N&amp;a"
    )
    assert with_names(before, {}) == before


def test_the_only_bot_of_its_character_needs_no_number(open_cycle: OpenCycle) -> None:
    """On pages alone, and unless a person or another bot of the cycle goes by that name."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada", "Greta"))
    for bot in ("Rollo", "Mira", "Greta", "Mira"):
        hall.do("ada", "seat-bot", bot=bot)
    assert shown_names(hall.cycle) == {"Rollo bot 1": "Rollo"}
    page = browser_of("ada").get(f"/c/{hall.slug}/players/Rollo bot 1/").content.decode()
    assert "Rollo is a bot." in page
    assert "Rollo bot 1" not in _words(page)
    assert (
        f"/c/{hall.slug}/players/Mira%20bot%202/" in browser_of("ada").get(f"/c/{hall.slug}/players/").content.decode()
    )
    Cycle.objects.filter(pk=hall.cycle.pk).update(practice=False)
    assert shown_names(Cycle.objects.get(pk=hall.cycle.pk)) == {}


def test_logging_in_keeps_the_table_too(guest: Walker, client: Client) -> None:
    nova = Person.objects.create_user("Nova", password=WORDS)
    guest.follow("Log in")
    guest.client.post("/accounts/login/", {"login": nova.username, "password": WORDS})
    assert Player.objects.get(name=GUEST).person == nova


def test_an_account_gets_all_rows_of_a_guest_and_keeps_its_own() -> None:
    """Also rows of which a person has one, and those that a person has no name for."""
    guest, ada, ben = (Person.objects.create(username=name) for name in ("guest 1", "ada", "ben"))
    NoticeSettings.objects.create(person=guest, by_email=False)
    NoticeSettings.objects.create(person=ben, by_email=True)
    notice = Notice.objects.create(person=guest, kind="turn", text="Your turn", link="/")
    Delivery.objects.create(person=guest, notice=notice)
    adopt(guest, ada)
    assert not NoticeSettings.objects.get(person=ada).by_email
    assert Delivery.objects.get().person == ada
    adopt(ada, ben)
    assert NoticeSettings.objects.get(person=ben).by_email
    assert Notice.objects.get().person == ben


def test_a_guest_is_cleared_with_everything_after_a_day(guest: Walker) -> None:
    later = Person.objects.get(is_guest=True)
    assert clear_guests() == 0, "not before"
    Cycle.objects.update(created_at=later.date_joined - timedelta(days=1, seconds=1))
    Person.objects.update(date_joined=later.date_joined - timedelta(days=1, seconds=1))
    assert clear_guests() == 1
    left = [model.objects.count() for model in (Cycle, Entry, Book, Match, Player, Person, Notice)]
    assert left == [0] * len(left)
    assert guest.client.get("/").status_code == 200, "the session names a guest who is gone"
    guest.look("/")
    guest.press("Play now")
    assert Cycle.objects.count() == 1


def test_a_table_is_of_its_guest_alone(guest: Walker, client: Client) -> None:
    """To others its page is that of a stranger's table: no move, no act of its owner."""
    table = guest.path
    for other in (Client(), _logged_in("Eve")):
        page = other.get(table).content.decode()
        assert "Play 5" not in page
        assert 'name="move"' not in page
        slug = Cycle.objects.get().slug
        before = Entry.objects.count()
        other.post(f"/c/{slug}/act/advance-clock/", {"minutes": "5"})
        assert Entry.objects.count() == before


def _logged_in(name: str) -> Client:
    return browser_of(Person.objects.create_user(name))


def test_a_guest_is_nobody_elsewhere(hall: Hall, guest: Walker) -> None:
    """Real cycles, the account, notices, practice cycles and the API ask to log in."""
    cycle = Cycle.objects.get(practice=False)
    for path in ("/account/", "/notices/", "/practice/", f"/c/{cycle.slug}/act/join/"):
        assert "/accounts/login/" in guest.client.get(path)["Location"], path
    guest.client.post(f"/c/{cycle.slug}/act/join/")
    assert not Player.objects.filter(cycle=cycle).exists()
    assert guest.client.post(f"/api/v1/cycles/{cycle.slug}/actions/join/").status_code in (401, 403)


def test_no_list_names_a_guests_table(hall: Hall, guest: Walker) -> None:
    slug = Cycle.objects.get(practice=True).slug
    assert slug not in Client().get("/").content.decode()
    assert slug not in guest.client.get("/api/v1/cycles/").content.decode()
    assert not Cycle.objects.get(slug=slug).published


def test_the_same_guest_comes_back_to_the_same_table(guest: Walker) -> None:
    table = guest.path
    guest.look("/")
    guest.press("Try it: Exoptosis")
    assert guest.path == table
    guest.look("/")
    guest.follow("Go on")
    assert guest.path == table
    assert Cycle.objects.count() == 1


def _with_three_tables(guest: Walker) -> None:
    for game in ("dungeon", "tetromic"):
        assert guest.client.post("/play/", {"game": game}).status_code == 302
    assert Cycle.objects.count() == MAX_TABLES


def test_a_guest_at_the_limit_can_go_on_or_give_up_the_oldest_table(guest: Walker) -> None:
    """The page names the tables with links; one press opens the new one in place of the oldest."""
    _with_three_tables(guest)
    oldest = Cycle.objects.earliest("created_at")
    full = guest.client.post("/play/", {"game": "exoptwosis"})
    page = full.content.decode()
    assert full.status_code == 409
    for slug in Cycle.objects.values_list("slug", flat=True):
        assert f'href="/c/{slug}/"' in page
    assert f"Give up “{oldest.title}” and try Exoptwosis" in page
    assert Cycle.objects.count() == MAX_TABLES
    opened = guest.client.post("/play/", {"game": "exoptwosis", "replace": oldest.slug})
    assert opened["Location"].startswith("/c/play-")
    assert sorted(Cycle.objects.values_list("book__template", flat=True)) == ["dungeon", "exoptwosis", "tetromic"]


def test_nobody_gives_up_the_table_of_another(guest: Walker) -> None:
    """Only a guest's own table makes room; one that is played already is not given up for itself."""
    _with_three_tables(guest)
    other = Client()
    other.post("/play/", {"game": "dungeon"})
    theirs = Cycle.objects.latest("created_at")
    assert guest.client.post("/play/", {"game": "exoptwosis", "replace": theirs.slug}).status_code == 409
    mine = Cycle.objects.filter(book__template="tetromic").get()
    assert guest.client.post("/play/", {"game": "tetromic", "replace": mine.slug}).status_code == 302
    assert Cycle.objects.filter(pk__in=[theirs.pk, mine.pk]).count() == 2


def test_a_table_that_has_ended_does_not_count(guest: Walker) -> None:
    """It makes room for another game, and for another table of the same one."""
    _with_three_tables(guest)
    Cycle.objects.filter(book__template="tetromic").update(status="ended")
    again = guest.client.post("/play/", {"game": "tetromic"})
    assert again["Location"].startswith("/c/play-")
    assert Cycle.objects.filter(book__template="tetromic").count() == 2
    assert guest.client.post("/play/", {"game": "exoptwosis"}).status_code == 409


def test_who_has_a_game_finds_it_first_and_once(guest: Walker) -> None:
    """Before the games to try, without the words for newcomers; each with one button."""
    assert "<h1>Games whose players vote on the rules" in Client().get("/").content.decode()
    for client, is_guest in ((guest.client, True), (_logged_in("Eve"), False)):
        client.post("/play/", {"game": "dungeon"})
        page = client.get("/").content.decode()
        assert "<h1>Games whose players vote on the rules" not in page
        assert "Play now" not in page
        own = page.partition("<h1>Your games</h1>")[2].partition('id="cycles"')[0]
        for cycle in Cycle.objects.filter(players__person__is_guest=is_guest).distinct():
            assert own.count(f'href="/c/{cycle.slug}/"') == 1, cycle.title  # its name
            assert own.count(f'href="/c/{cycle.slug}/') == 2  # and its button
            assert page.count(f'href="/c/{cycle.slug}/') == 2


def test_guests_are_few_and_few_from_one_address(settings: Any) -> None:
    settings.GUEST_LIMIT = "2/day"
    answers = [Client().post("/play/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert "Sign up</a> to get a table of your own" in answers[2].content.decode()
    settings.GUEST_LIMIT, settings.MAX_GUESTS = "9/day", 2
    assert Client().post("/play/")["Location"] == "/accounts/signup/"
    assert Person.objects.filter(is_guest=True).count() == 2


def test_the_journal_of_a_guests_table_stays_short(guest: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nomic.web.auth.guests.MAX_ENTRIES", Cycle.objects.get().seq)
    answer = guest.client.post(f"/c/{Cycle.objects.get().slug}/act/advance-clock/", {"minutes": "5"})
    assert answer["Location"].startswith("/accounts/signup/?next=")


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.post("/play/", {"game": "\x00"}).status_code == 404
    assert client.get("/play/")["Location"] == "/#games"


def test_a_player_with_an_account_plays_under_their_own_name() -> None:
    client = _logged_in("Nova")
    client.post("/play/")
    client.post("/play/")
    assert [cycle.owner_name for cycle in Cycle.objects.all()] == ["Nova"]
    assert Match.objects.get().seats.filter(player="Nova").exists()


@pytest.mark.parametrize("game", ["exoptwosis", "tetromic", "dungeon", "knucklebones"])
def test_other_games_begin_at_a_table_too(client: Client, game: str) -> None:
    assert "/matches/" in client.post("/play/", {"game": game})["Location"]


def test_knucklebones_is_played_again_at_once(client: Client) -> None:
    """Its games begin with a phase, so the guest's clock moves there."""
    first = client.post("/play/", {"game": "knucklebones"})["Location"]
    assert client.post(f"{first}rematch/")["Location"] == first  # it is not over
    slug = Cycle.objects.get().slug
    client.post(f"/c/{slug}/act/move/", {"match": first.split("/")[-2], "move": '{"kind":"forfeit"}'})
    assert Match.objects.get().is_over
    again = client.post(f"{first}rematch/")["Location"]
    assert again == f"/c/{slug}/matches/{Match.objects.latest('pk').code}/" != first


@pytest.mark.parametrize(
    ("game", "presses"), [("tetromic", ("Gain 4 random pieces",)), ("dungeon", ("Plan this period", "Seal this plan"))]
)
def test_the_coach_names_buttons_of_each_table(client: Client, game: str, presses: tuple[str, ...]) -> None:
    """What it says to press is on the page, and after that move it says something else."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": game})["Location"])
    before = _advice(walker)
    assert f"Press {presses[0]}" in before
    walker.press(presses[0])
    after = _advice(walker)
    assert "coach-goal" in before
    assert "coach-goal" in after
    assert f"Press {presses[0]}" not in after
    assert all(f"press {button}" in after for button in presses[1:])


def test_the_coach_names_what_is_outlined(client: Client) -> None:
    """A column of Knucklebones, and the next action of a plan in a dungeon, are those of a hint."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "knucklebones"})["Location"])
    (column,) = re.findall(r'<li class="lane[^"]* is-advised" id="lane-(\d)">', walker.html)
    assert f"olumn {column}" in _advice(walker)
    walker.look(client.post("/play/", {"game": "dungeon"})["Location"])
    walker.press("Plan this period")
    assert "For action 1, a good choice is “" in unescape(_advice(walker))
    named = unescape(_advice(walker)).partition("a good choice is “")[2].partition("”")[0]
    (outlined,) = re.findall(r'<button class="pick[^"]* is-advised"[^>]*><span[^>]*>([^<:]*)', walker.html)
    assert outlined == named


def test_pieces_that_are_gained_are_no_move_yet(client: Client) -> None:
    """The first move is the first piece that lies on the board."""
    walker = Walker(client)
    walker.look(client.post("/play/", {"game": "tetromic"})["Location"])
    walker.press("Gain 4 random pieces")
    assert "Step 1 of 5" in walker.html
    match = Match.objects.get()
    boards = client.get(f"/api/v1/matches/{match.code}/").json()["view"]["boards"]
    (hand,) = [board["hand"] for board in boards if board["player"] == GUEST]
    move = {"kind": "place", "piece": hand[0], "orientation": 0, "anchor": [0, 0]}
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    perform(match.cycle.slug, actor, "move", {"match": match.code, "move": move, "answers": []})
    walker.look(walker.path)
    assert "Step 2 of 5" in walker.html


def _advice(walker: Walker) -> str:
    return walker.html.partition('id="coach"')[2].partition("</section>")[0]


def test_a_vote_replaces_the_coach(guest: Walker) -> None:
    """By htmx a vote changes parts of the page. The coach is one of them, while it is there."""
    slug = Cycle.objects.get().slug
    actor = Actor(GUEST, Player.objects.get(name=GUEST).person_id)
    perform(slug, actor, "submit-proposal", {"title": "Naps", "text": "Anybody may nap."})
    guest.look(f"/c/{slug}/proposals/1/")
    assert "#coach" in _replaced_by_a_vote(guest)
    guest.press("Skip the steps")
    assert "#coach" not in _replaced_by_a_vote(guest)


def _replaced_by_a_vote(walker: Walker) -> str:
    return walker.html.partition('class="vote-buttons"')[2].partition("hx-select-oob=")[2].partition(">")[0]
