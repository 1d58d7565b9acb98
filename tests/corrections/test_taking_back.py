"""An act of one's own is taken back, with the consent that the law asks for, as long as nothing has followed."""

from typing import Any

import pytest

from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Cycle, Entry
from nomic.notices.models import Notice
from nomic.proposals.models import Proposal
from tests.clauses.conftest import with_clauses
from tests.support.hall import ADMIN, Hall, OpenCycle, cycle_16

FREE = {"corrections": {"own_acts": "free"}}
VAULT: dict[str, Any] = {
    "vault": {"value": "Vault", "of": "cycle", "is": "number", "starts": 3, "seen": "nobody"},
    "charm": {"value": "Charm", "of": "player", "is": "number", "starts": 0},
    "score": {"value": "Score", "of": "player", "is": "number", "starts": 0},
    "peek": {
        "action": "Peek",
        "do": [{"if": {"is": [{"value_of": "Vault"}, "at_least", 2]}, "then": [{"announce": "There is a lot."}]}],
    },
    "take": {"action": "Take a charm", "do": [{"raise": "Charm", "by": 1, "of": "$me"}]},
    "throw": {
        "action": "Throw",
        "do": [{"raise": "Score", "by": {"sum": [{"roll": "1d6"}, {"value_of": "Charm", "of": "$me"}]}, "of": "$me"}],
    },
}


@pytest.fixture
def free(open_cycle: OpenCycle) -> Hall:
    """A cycle whose law lets players take back acts of their own."""
    return open_cycle(cycle_16() | FREE, joined=("ada", "bob"))


def test_an_act_that_nothing_has_followed_is_taken_back(free: Hall) -> None:
    """It has never been; what others did stands."""
    bought = free.do("ada", "buy", offer="Handy Pack")
    free.do("bob", "buy", offer="Handy Pack")
    free.do("ada", "void-act", act=str(bought.seq), reason="a slip")
    assert (free.has("ada", "Handy Pack"), free.has("bob", "Handy Pack")) == (0, 1)
    assert not Entry.objects.filter(cycle=free.pk, key=bought.key).exists()
    free.is_sound()


def test_what_is_not_taken_back(free: Hall) -> None:
    """Others' acts, what drew, what something hangs on, what does not exist, what is no act."""
    bought = free.do("ada", "buy", offer="Handy Pack")
    free.refused("bob", "void-act", "not-yours", act=bought.key, reason="x")
    free.refused("ada", "void-act", "not-yours", act="9999", reason="x")
    free.refused("ada", "void-act", "not-yours", act="1", reason="x")
    opened = free.do("ada", "open-pack", pack="Handy Pack")
    free.refused("ada", "void-act", "later-acts", act=bought.key, reason="x")
    free.refused("ada", "void-act", "drawn", act=opened.key, reason="x")
    free.refused("ada", "ask-to-void-act", "not-so", act=bought.key, reason="x")


def test_a_proposal_with_votes_is_not_taken_back(free: Hall) -> None:
    """The votes would not have been possible."""
    code = free.propose("ada")
    entry = Entry.objects.filter(cycle=free.pk, action="submit-proposal").get()
    free.do("bob", "vote", proposal=code, vote="for")
    with pytest.raises(Refused) as caught:
        free.do("ada", "void-act", act=entry.key, reason="x")
    assert caught.value.code == "later-acts"
    assert Proposal.objects.filter(cycle=free.pk).count() == 1
    assert Cycle.objects.count() == 1


def test_where_the_law_says_nothing_one_asks(open_cycle: OpenCycle) -> None:
    """As where it wants consent: in cycles from before, whose law has no such section, nothing is otherwise."""
    law = cycle_16()
    assert law.pop("corrections") == {"who": ["admins"], "own_acts": "asked"}
    del law["belongs"]["/corrections"]
    hall = open_cycle(law, joined=("ada", "bob"))
    bought = hall.do("ada", "buy", offer="Handy Pack")
    hall.refused("ada", "void-act", "not-so", "Corrections", act=bought.key, reason="x")
    hall.do("ada", "ask-to-void-act", act=bought.key, reason="x")
    hall.refused("bob", "open-correction", "may-not-correct", edits=[{"do": "void", "entry": bought.key}], reason="x")


def test_where_the_law_wants_consent_one_asks(cast: Hall) -> None:
    """Those who may correct the past are told, with the form for it."""
    cast.actor(ADMIN)
    bought = cast.do("ada", "buy", offer="Handy Pack")
    cast.refused("ada", "void-act", "not-so", "Judgement", act=bought.key, reason="x")
    cast.do("ada", "ask-to-void-act", act=str(bought.seq), reason="a slip")
    notice = Notice.objects.get(kind="correction")
    assert notice.person.username == ADMIN
    assert notice.link == f"/c/{cast.slug}/corrections/new/?entry={bought.key}"
    assert cast.has("ada", "Handy Pack") == 1
    cast.is_sound()


def test_R126_nobody_looks_first_and_takes_it_back_then(open_cycle: OpenCycle) -> None:
    """Neither what may have told of a secret, nor what later dice counted with; without those it can be."""
    hall = open_cycle(with_clauses(cycle_16() | FREE, VAULT))
    hall.join("ada", "bob")
    peeked = hall.do("ada", "tolls_peek")
    hall.refused("ada", "void-act", "secret", act=peeked.key, reason="x")
    taken = hall.do("ada", "tolls_take")
    hall.do("bob", "tolls_throw")
    hall.do("ada", "tolls_throw")
    before = hall.digest
    with pytest.raises(Refused, match="would come out differently"):
        hall.do("ada", "void-act", act=taken.key, reason="x")
    assert (hall.digest, Cycle.objects.count()) == (before, 1)
    again = hall.do("ada", "tolls_take")
    hall.do("ada", "void-act", act=again.key, reason="one is enough")
    assert not Entry.objects.filter(cycle=hall.pk, key=again.key).exists()
    hall.is_sound()
