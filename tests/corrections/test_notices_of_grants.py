"""Players are notified of what staff give or take, of who did it and why."""

from nomic.corrections.notices import GRANT
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.notices.models import Notice
from tests.support.hall import ADMIN, Hall


def grants(name: str) -> list[str]:
    """The texts of a person's notices about corrections by hand, oldest first."""
    rows = Notice.objects.filter(person__username=name, kind=GRANT.name).order_by("pk")
    return list(rows.values_list("text", flat=True))


def test_a_player_reads_what_was_granted_by_whom_and_why(cast: Hall) -> None:
    done = cast.do(ADMIN, "correct-grant", player="ada", item="Vertebra", count=3, reason="lost in an outage")
    title = cast.cycle.title
    said = f"{title}: correction by {ADMIN}: you are granted 3 Vertebrae. Reason: lost in an outage"
    assert grants("ada") == [said]
    assert grants("bob") == []
    assert Notice.objects.get(kind=GRANT.name).link == f"/c/{cast.slug}/journal/{done.seq}/"


def test_each_of_several_reads_it_and_nobody_else(cast: Hall) -> None:
    fields = {"item": "Vertebra", "count": 2, "reason": "a prize"}
    cast.do(ADMIN, "correct-grant-many", players=["ada", "bob"], **fields)
    assert (len(grants("ada")), len(grants("bob")), len(grants("eve"))) == (1, 1, 0)
    assert "you are granted 2 Vertebrae" in grants("bob")[0]
    cast.do(ADMIN, "correct-grant-many", everybody=True, **fields)
    assert (len(grants("ada")), len(grants("bob")), len(grants("eve"))) == (2, 2, 1)


def test_a_loss_luck_and_a_value_are_said_too(cast: Hall) -> None:
    cast.do(ADMIN, "correct-grant", player="ada", item="Vertebra", count=3, reason="x")
    cast.do(ADMIN, "correct-revoke", player="ada", item="Vertebra", count=1, reason="one too many")
    cast.do(ADMIN, "set-good-luck", player="ada", lucky=True, reason="x")
    cast.do(ADMIN, "appoint-judge", player="ada", reason="everybody reads this in a notice of its own")
    said = [each.partition(f"{ADMIN}: ")[2] for each in grants("ada")[1:]]
    assert said == [
        "you lose 1 Vertebra. Reason: one too many",
        "you have good luck. Reason: x",
    ]
    assert grants("bob") == []


def test_an_admin_reads_no_notice_of_their_own_act(cast: Hall) -> None:
    cast.do(ADMIN, "join")
    cast.do(ADMIN, "correct-grant-many", everybody=True, item="Vertebra", count=1, reason="x")
    assert grants("ada")
    assert grants(ADMIN) == []


def test_a_replay_notifies_nobody_again(cast: Hall) -> None:
    cast.do(ADMIN, "correct-grant", player="ada", item="Vertebra", count=3, reason="x")
    discard_fork(replay_journal(cast.cycle).fork)
    assert len(grants("ada")) == 1
