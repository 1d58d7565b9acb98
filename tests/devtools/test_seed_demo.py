import re
from html import unescape
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from nomic.accounts.models import Person
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.history.replay import replay_journal
from nomic.cycles.models import Cycle, Entry
from nomic.cycles.schedule.settle import settle_all
from nomic.law.document.templates import law_templates
from nomic.matches.models import Match
from nomic.matches.practice.bot_seats import games_with_bots
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from nomic.web.management.commands.seed_demo import ADMIN, OWNER, PASSWORD, PLAYERS
from tests.support.fixture_cache import laid
from tests.support.html_ids import id_flaws
from tests.support.landmarks import landmark_flaws

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(db):
    """A database that was empty before."""
    laid("the demo", lambda: call_command("seed_demo", stdout=StringIO()))


NO_PAGES = re.compile(r"/(static|api|admin)/|.*\.(json|atom)$")  # though pages link to them
# Nor four entries of five, and of the ideas for proposals those of one cycle: another test looks at all of them.
MAX_ENTRIES = re.compile(rf"{NO_PAGES.pattern}|.*/journal/\d*[2-9]/$|/c/(?!cycle-16/).*/ideas/.")
PRACTICE = ("/c/practice/", "/c/dungeon/")  # only their owner sees these listed
FILLED_IN = re.compile(r"=[^&]*")  # a form that links fill in is looked at once for each set of fields


def test_an_empty_database_gets_cycles_and_people_to_log_in_as(rf, capsys):
    """A cycle, a practice cycle in which things have happened and one of each other law, players and an admin."""
    call_command("seed_demo")
    said = capsys.readouterr().out
    laws = dict.fromkeys(law_templates(), True) | {"cycle-16": False, "practice": True}
    assert {cycle.slug: cycle.practice for cycle in Cycle.objects.all()} == laws
    for cycle in Cycle.objects.all():
        assert cycle.owner_name in (PLAYERS if cycle.practice else ("",))
        assert set(PLAYERS) <= set(Player.objects.filter(cycle=cycle, left_at=None).values_list("name", flat=True))
    for name in (*PLAYERS, ADMIN):
        assert name in said
        person = authenticate(rf.post("/"), username=name, password=PASSWORD)
        assert person.is_superuser == (name == ADMIN)
        person.full_clean()
    # Both halls are on the wiki, so that one in which things have happened can be seen there.
    assert set(Cycle.objects.filter(published=True).values_list("slug", flat=True)) == {"cycle-16", "practice"}
    acts = set(Entry.objects.filter(cycle__slug="practice").values_list("action", flat=True))
    assert acts >= {"join", "buy", "open-pack", "gift", "submit-proposal", "vote"}
    assert replay_journal(Cycle.objects.get(slug="practice")).same


def test_what_games_propose_is_law_after_two_phases_and_is_played_at_once(demo):
    """Knucklebones is on the table of the practice hall: the owner lets time pass, and its games can be wanted."""
    owner = Actor.person(Person.objects.get(username=OWNER))
    for _ in range(2):
        perform("practice", owner, "advance-clock", {"to_next_phase": True})
    assert set(Proposal.objects.values_list("title", "status")) >= {("Knucklebones", "enacted")}
    for name, opponents in ((OWNER, [PLAYERS[1]]), (PLAYERS[1], [])):
        perform(
            "practice",
            Actor.person(Person.objects.get(username=name)),
            "intend-knucklebones",
            {"opponents": opponents},
        )
    perform("practice", owner, "advance-clock", {"to_next_phase": True})
    matches = dict(Match.objects.filter(cycle__slug="practice", game="knucklebones").values_list("title", "status"))
    assert matches[f"Knucklebones: {OWNER} and {PLAYERS[1]}"] == "running"


def crawl(client, passed_by=NO_PAGES, beginning=()):
    """Every page to which links lead from the home page on, but for those passed by: each is there, its parts find each
    other, and whoever goes from landmark to landmark can tell them apart."""
    seen, flaws, ahead = set(), [], ["/", *beginning]
    while ahead:
        link = ahead.pop()
        if FILLED_IN.sub("", link) in seen:
            continue
        seen.add(FILLED_IN.sub("", link))
        answer = client.get(link, follow=True)
        assert answer.status_code == 200, link
        if "attachment" in answer.get("Content-Disposition", ""):
            continue  # a file to take home
        html = answer.content.decode()
        flaws += [f"{link}: {flaw}" for flaw in (*id_flaws(html), *landmark_flaws(html))]
        links = {unescape(found) for found in re.findall(r'<a\b[^>]*\bhref="(/[^"#]*)', html)}
        ahead += sorted(found for found in links if not passed_by.match(found))
        flaws += [f"{link}: {found} has a blank" for found in links if " " in found]
    assert flaws == []
    return seen


@pytest.mark.parametrize("visitor", [None, ADMIN])
def test_every_page_to_which_links_lead_is_there(demo, client, visitor):
    """As whoever looks finds a new site: with bots, opened packs, votes and gifts in the practice hall."""
    if visitor:
        client.force_login(Person.objects.get(username=visitor), "django.contrib.auth.backends.ModelBackend")
    seen = crawl(client, MAX_ENTRIES, PRACTICE)
    assert seen >= {"/c/practice/players/Mira%20bot%201/", "/c/practice/journal/1/", "/c/dungeon/ruleset/"}


def test_so_it_is_for_who_has_played_with_bots(demo, client):
    """Every game has a match with a bot in it, begun or ended, and periods of a dungeon have passed."""
    owner, admin = (Actor.person(Person.objects.get(username=name)) for name in (OWNER, ADMIN))
    slugs = [cycle.slug for cycle in Cycle.objects.filter(practice=True) if games_with_bots(cycle.law)]
    for slug in slugs:
        perform(slug, owner, "seat-bot", {"bot": "Random"})
    for species in ("5", "6", "9", "10"):
        card = {"player": OWNER, "species": species, "modifiers": [], "reason": "A duel takes four."}
        perform("practice", admin, "correct-grant-card", card)
    perform("practice", owner, "request-duel", {"players": ["Mira bot 1"]})
    for number in range(3):
        for slug in slugs:
            perform(slug, owner, "advance-clock", {"to_next_phase": True})
        if number == 1:
            perform("practice", owner, "intend-knucklebones", {"opponents": ["Rollo bot 2"]})
    for game, move, answers in (("tetromic", "gain", []), ("dungeon", "plan", [["wait"], ["wait"], ["wait"]])):
        match = Match.objects.get(game=game)
        perform(match.cycle.slug, owner, "move", {"match": match.code, "move": {"kind": move}, "answers": answers})
    settle_all()
    assert set(Match.objects.values_list("game", flat=True)) == {"exoptosis", "knucklebones", "tetromic", "dungeon"}
    client.force_login(Person.objects.get(username=OWNER), "django.contrib.auth.backends.ModelBackend")
    matches = {f"/c/{match.cycle.slug}/matches/{match.code}/" for match in Match.objects.all()}
    assert crawl(client) >= matches | {f"{match}replay/?step" for match in matches}


def test_a_second_start_changes_nothing_and_tells_the_logins_again(capsys):
    """Seeding is for empty databases; whose password was changed is not told any more."""
    call_command("seed_demo")
    before = list(Entry.objects.values_list("key"))
    changed = Person.objects.get(username=PLAYERS[1])
    changed.set_password("lampions-at-dusk")
    changed.save()
    capsys.readouterr()
    call_command("seed_demo")
    said = capsys.readouterr().out
    assert list(Entry.objects.values_list("key")) == before
    assert PLAYERS[0] in said
    assert PLAYERS[1] not in said


def test_who_has_logged_in_is_named_at_the_next_start_too(client, capsys):
    """Django gives them another hash of the same password then."""
    call_command("seed_demo")
    first = capsys.readouterr().out
    before = Person.objects.get(username=OWNER).password
    client.post("/accounts/login/", {"login": OWNER, "password": PASSWORD})
    assert Person.objects.get(username=OWNER).password != before
    call_command("seed_demo")
    assert capsys.readouterr().out == first


def test_a_database_in_use_is_left_alone(capsys):
    """One person is enough: nobody gets demo players into a real game."""
    Person.objects.create_user("Somebody", password="x")
    call_command("seed_demo")
    assert capsys.readouterr().out == ""
    assert Person.objects.count() == 1
    assert not Cycle.objects.exists()
