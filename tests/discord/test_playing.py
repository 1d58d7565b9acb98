"""A game on Discord: people join, buy, propose and vote, fight a duel to its end, and read what they may."""

import pytest

from nomic.accounts.models import Person
from nomic.cycles.models import Entry
from nomic.discord.models import Channel
from nomic.matches.models import Match
from nomic.proposals.models import Vote
from nomic.search.update_index import refresh_index
from tests.discord.conftest import MakeUser
from tests.discord.stand_in import Discord, User, menu_of, words
from tests.support.hall import Hall, OpenCycle, cycle_16

pytestmark = pytest.mark.django_db


def newest(hall: Hall) -> Entry:
    return Entry.objects.filter(cycle=hall.pk).latest("seq")


@pytest.mark.parametrize("in_private", [True, False])
def test_people_join_buy_and_open_a_pack(hall: Hall, user: MakeUser, in_private: bool) -> None:
    """What Discord is told is what the journal says, with a link to it."""
    ada = user("ada", in_private=in_private)
    assert "You join the game." in ada.reads("join")
    assert ada.reads("join") == "You are a player of this cycle already.\nRule: Players"
    form = ada.chooses("do", "action", "Buy from the Croupier")
    said = ada.enters(form, offer="Already-opened Pack")
    assert "You buy 1 Already-opened Pack for 5 Vertebrae." in said
    assert f"/c/{hall.slug}/journal/{newest(hall).seq}/" in said
    assert "Already-opened Pack" in ada.reads("hand")
    assert "You open" in ada.enters(ada.chooses("do", "action", "Open a pack"), pack="Already-opened Pack")
    assert newest(hall).action == "open-pack"
    hall.is_sound()


def test_what_is_sent_twice_is_done_once(cast: Hall, user: MakeUser, discord: Discord) -> None:
    """Discord may repeat a request, and so may whoever has recorded one: the same answer, and one act."""
    ada = user("ada")
    sent = ada.command("do", action="leave")
    message = discord.tell(sent)
    data = {"custom_id": message["data"]["components"][0]["components"][0]["custom_id"], "component_type": 2}
    pressed = ada.interaction(3, data)
    answers = [discord.tell(pressed) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert Entry.objects.filter(cycle=cast.pk, action="leave").count() == 1


def test_what_cannot_be_undone_asks_first(cast: Hall, user: MakeUser) -> None:
    ada = user("ada")
    before = newest(cast).seq
    asked = ada.sends("do", action="leave")
    assert asked["data"]["components"][0]["components"][0]["label"] == "Leave the game"
    assert newest(cast).seq == before
    assert "leave" in ada.presses(asked)
    assert newest(cast).action == "leave"


def test_who_is_refused_reads_why_and_nothing_changes(cast: Hall, user: MakeUser) -> None:
    ada = user("ada")
    with cast.nothing_changes():
        form = ada.chooses("do", "action", "Buy from the Croupier")
        assert "would cost" in ada.enters(form, offer="Already-opened Pack", count="100")
        said = ada.enters(form, offer="Already-opened Pack", count="many")
        assert said.startswith("Nothing was done.\nCount:")
        assert "There is no action" in ada.reads("do", action="fly")
        assert "There is no action" in ada.reads("do", action="correct-grant")
        assert "There is no cycle" in ada.reads("do", action="buy", cycle="nowhere")


def test_no_admin_acts_as_one_on_discord(cast: Hall, user: MakeUser) -> None:
    """Corrections need the preview that the site shows."""
    ada = user("ada")
    person = cast.actor("ada").person_id
    Person.objects.filter(pk=person).update(is_superuser=True, is_staff=True)
    assert not [label for label in ada.is_offered("do", "action", "Correct") if label.startswith("Correct:")]
    with cast.nothing_changes():
        assert "There is no action" in ada.reads("do", action="correct-grant")


def test_votes(cast: Hall, user: MakeUser) -> None:
    price = {"op": "replace", "path": "/shop/offers/Already-opened Pack/costs/Vertebra", "value": 4}
    cast.propose("bob", price, title="Cheaper *packs* @everyone")
    ada = user("ada")
    assert list(ada.is_offered("vote", "proposal")) == ["1: Cheaper *packs* @everyone"]
    assert "1" in ada.reads("vote", proposal="1", vote="for")
    assert Vote.objects.get(name="ada").vote == "for"
    with cast.nothing_changes():
        for wrong in ("2", "", "x", "9" * 30, "٣"):
            assert "no such proposal" in ada.reads("vote", proposal=wrong, vote="for")
        assert "vote" in ada.reads("vote", proposal="1", vote="perhaps").lower()
    assert "@everyone" not in ada.reads("waiting")


def test_reading(cast: Hall, user: MakeUser) -> None:
    """What waits, who leads, a rule, and the way to the composer."""
    ada = user("ada")
    refresh_index(cast.cycle)
    assert "Chip" in ada.reads("standing")
    assert "Card" in ada.reads("rule", text="gifting")
    assert "No rule has these words." in ada.reads("rule", text="xyzzy")
    link = ada.reads("propose", title="A & B", text="Each gets a Chip.")
    assert f"/c/{cast.slug}/proposals/compose/?title=A+%26+B&text=Each+gets+a+Chip." in link


def test_several_cycles(cast: Hall, user: MakeUser, open_cycle: OpenCycle) -> None:
    """Somebody in several says in which; a practice cycle does not count beside a real one."""
    ada = user("ada")
    open_cycle(cycle_16(), slug="practice", practice=True, owner_name="ada").join("ada")
    assert "Vertebra" in ada.reads("hand")
    open_cycle(cycle_16(), slug="second").join("ada")
    assert "You play in Cycle 16 and Cycle 16. Say which one" in ada.reads("hand")
    assert ada.is_offered("hand", "cycle", "16 (s") == {"Cycle 16 (second)": "second"}
    assert "Vertebra" in ada.reads("hand", cycle="second")
    assert ada.is_offered("do", "action", "Buy") == {}
    assert "Buy from the Croupier" in ada.is_offered("do", "action", "Buy", cycle="second")


def test_a_duel_to_its_end(cast: Hall, user: MakeUser) -> None:
    """Asked for, accepted and played by commands; nobody is offered another's moves."""
    names = ("ada", "bob")
    for name in names:
        for _ in range(9):
            cast.grant_card(name)
    ada, bob = (user(name) for name in names)
    ada.enters(ada.chooses("do", "action", "Ask for a duel"), players=["bob"])
    bob.enters(bob.chooses("do", "action", "Accept a duel"))
    match = Match.objects.get(cycle=cast.pk)
    eve = user("eve")
    for _ in range(300):
        match.refresh_from_db()
        if match.is_over:
            break
        assert eve.is_offered("play", "move") == {}
        if not any(moves(them) for them in (ada, bob)):
            cast.clock.wait(hours=1)  # until betting is closed
    assert match.is_over
    cast.is_sound()


GOES_ON = ("Choose a hand", "Make the choice", "Give", "Play", "Draw", "Go on")


def moves(them: User) -> bool:
    """Somebody makes a move that plays on, with the first answers to all that it asks; they draw only if need be."""
    offered = them.is_offered("play", "move")
    chosen = [value for word in GOES_ON for label, value in offered.items() if label.startswith(word)]
    if not chosen:
        return False
    message = them.sends("play", move=chosen[0])
    while menu := menu_of(message):
        message = them.picks(menu, *[option["value"] for option in menu["options"][: menu["min_values"]]])
    assert "/journal/" in words(message), words(message)
    return True


def test_a_table_that_has_moved_on_takes_no_old_move(cast: Hall, user: MakeUser) -> None:
    """Nor one of somebody who does not sit there, nor nonsense."""
    for name in ("ada", "bob"):
        for _ in range(9):
            cast.grant_card(name)
    ada, bob, eve = user("ada"), user("bob"), user("eve")
    ada.enters(ada.chooses("do", "action", "Ask for a duel"), players=["bob"])
    bob.enters(bob.chooses("do", "action", "Accept a duel"))
    old = ada.is_offered("play", "move", "Choose")["Choose a hand"]
    assert moves(bob)
    with cast.nothing_changes():
        assert "moved on" in ada.reads("play", move=old)
        assert "are not in it" in eve.reads("play", move=old)
        for wrong in ("", "move", "move|x", "move|a|b|c", "move|a|1|1|1,x", f"move|a|{'9' * 90}|1"):
            assert ada.reads("play", move=wrong)
        fresh = ada.is_offered("play", "move", "Choose")["Choose a hand"]
        for values in ([], ["0"], ["0", "0", "0"], ["99", "1", "2"], ["x"], ["0"] * 30):
            menu = menu_of(ada.sends("play", move=fresh))
            assert menu
            assert words(ada.picks(menu, *values))
    cast.is_sound()


def test_a_channel_of_a_cycle_means_that_cycle(cast: Hall, user: MakeUser, open_cycle: OpenCycle) -> None:
    """Unless the command names another one, or several cycles post there."""
    second = open_cycle(cycle_16(), slug="second", joined=("ada",))
    ada = user("ada", channel="7")
    assert "Say which one" in ada.reads("hand")
    Channel.objects.create(cycle=second.cycle, topic="trades", number="7")
    Channel.objects.create(cycle=second.cycle, topic="proposals", number="7")
    assert "/c/second/" in ada.reads("hand")
    assert ada.is_offered("do", "action", "Buy from the Croupier")
    assert f"/c/{cast.slug}/" in ada.reads("hand", cycle=cast.slug)
    assert "/c/second/" in user("eve", channel="7").reads("join")
    Channel.objects.create(cycle=cast.cycle, number="7")
    assert "Say which one" in ada.reads("hand")
    assert "Say which one" in user("ada").reads("hand")
