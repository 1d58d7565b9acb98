"""A cycle from beginning to end on Discord alone: five people join, buy, vote, fight a duel, and one of them wins."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nomic.cycles.models import Cycle, Entry, Status
from nomic.discord.models import Channel
from nomic.discord.posts.sender import post_due
from nomic.discord.reactions import read_reactions
from nomic.matches.models import Match
from nomic.proposals.models import Proposal, Vote
from nomic.wiki.publishing.publisher import publish_due
from nomic.wiki.sites.folder import FolderSite
from tests.discord.conftest import NUMBERS, MakeUser
from tests.discord.rest_stand_in import Discord as Rest
from tests.discord.test_buttons import press
from tests.discord.test_playing import moves
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16

pytestmark = pytest.mark.django_db

UP = "👍"
PACK = "Deck Pack"
GIVES_UP = 60  # bob then forfeits, if their cards do not end the duel


def small_law() -> dict[str, Any]:
    """Cycle 16 in which the winner of a duel gains a Chip, and the first Chip wins."""
    law = cycle_16()
    law["duels"]["rewards"] = [{"grant": "Chip", "n": 1, "to": "$winner"}]
    law["rules"]["victory"]["clauses"]["most"]["wins"]["all"][0]["is"][2] = 1
    return law


@pytest.fixture
def hall(open_cycle: OpenCycle) -> Hall:
    """A cycle under the small law, just begun, without players."""
    return open_cycle(small_law(), published=True)


@pytest.fixture
def cast(hall: Hall) -> Hall:
    """Nobody has joined yet."""
    return hall


def test_five_people_play_a_cycle_to_its_end(
    hall: Hall,
    rest: Rest,
    user: MakeUser,
    post_to: Callable[..., Channel],
    tmp_path: Path,
    settings: Any,
) -> None:
    """Nobody opens the site. What happened is on Discord, in the journal and on the wiki."""
    settings.WIKI_QUIET_SECONDS = settings.WIKI_REST_SECONDS = 0
    hall.actor(ADMIN)
    post_to("", cycle=hall.cycle)
    Channel.objects.update(counts_reactions=True)
    people = {name: user(name, channel="7") for name in NUMBERS}
    for them in people.values():
        assert "You join the game." in them.reads("join")
        form = them.chooses("do", "action", "Buy from the Croupier")
        assert f"You buy 1 {PACK}" in them.enters(form, offer=PACK)
        assert "You open" in them.enters(them.chooses("do", "action", "Open a pack"), pack=PACK)

    ada, bob, eve, fay, gus = people.values()
    form = ada.chooses("do", "action", "Submit a proposal")
    assert "You submit proposal 1" in ada.enters(form, title="Manners", text="Greet each other.")
    post_due()
    message = _asks(rest, "Manners")
    press(ada, message, "For")
    press(bob, message, "For")
    press(gus, message, "Against")
    rest.reactions[message["id"], UP] = [eve.number, fay.number]
    assert read_reactions() == 2
    assert dict(Vote.objects.values_list("name", "vote")) == {
        "ada": "for",
        "bob": "for",
        "eve": "for",
        "fay": "for",
        "gus": "against",
    }

    ada.enters(ada.chooses("do", "action", "Ask for a duel"), players=["bob"])
    post_due()
    press(bob, _asks(rest, "duel"), "Accept")
    match = Match.objects.get(cycle=hall.pk)
    for turn in range(200):
        match.refresh_from_db()
        if match.is_over:
            break
        if turn % 10 == 0:
            post_due()
        if turn == GIVES_UP:
            bob.chooses("play", "move", "Forfeit")
            continue
        if not any(moves(them) for them in (ada, bob)):
            hall.wait(hours=6)
    assert match.is_over
    cycle = Cycle.objects.get(pk=hall.pk)
    assert cycle.status == Status.ENDED
    assert Proposal.objects.get(cycle=cycle).title == "Manners"
    hall.is_sound()

    for _ in range(30):
        post_due()
        hall.clock.wait(minutes=6)
    read = "\n".join(rest.texts())
    for entry in Entry.objects.filter(cycle=hall.pk, seq__gt=1).exclude(words=[]):
        assert read.count(f"/c/{hall.slug}/journal/{entry.seq}/>") == 1, entry.words

    site = FolderSite(tmp_path)
    publish_due(site=site, by_hand=True)
    wiki = "\n".join(path.read_text() for path in tmp_path.rglob("*.wiki"))
    for name in NUMBERS:
        assert name in wiki
    for said in ("Manners", "Greet each other.", PACK, "wins"):
        assert said in wiki


def _asks(rest: Rest, word: str) -> dict[str, Any]:
    """The newest message with buttons and this word."""
    found = [each for room in rest.channels.values() for each in room.values()]
    return [each for each in found if each["components"] and word in each["content"]][-1]
