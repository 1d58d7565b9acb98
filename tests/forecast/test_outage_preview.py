"""An outage that reaches back is previewed by the rewrite that its button would do."""

from typing import Any

import pytest

from nomic.accounts.models import Person
from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.history.rewrite import LaterActs
from nomic.cycles.models import Cycle, Deadline, Entry
from nomic.forecast.fork.outage_preview import BY_CALENDAR, NEW_DICE, NOTHING_MOVES, STAYS
from nomic.proposals.models import Proposal
from tests.clauses.conftest import with_clauses
from tests.cycles.test_new_seeds import piling_law
from tests.support.hall import ADMIN, DAY, HOUR, START, Hall, OpenCycle, cycle_16
from tests.support.signed_in import browser_of

LATER_DICE: dict[str, Any] = {
    "loan": {
        "action": "Act",
        "do": [{"after": {"hours": 24}, "do": [{"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": "$me"}]}],
    }
}


def send(hall: Hall, token: str = "", **fields: str) -> Any:
    """Send the form of an outage as a page does."""
    fields = {"reason": "a flood", **fields}
    return perform_or_preview(hall.slug, hall.actor(ADMIN), "record-outage", fields, key=None, token=token)


def passed(cast: Hall) -> str:
    """A vote on an urgent proposal is counted, which changes the law."""
    amendment = {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 3}
    code = cast.propose("ada", amendment, **{"class": "urgent"})
    cast.to(START + 3 * DAY - HOUR)
    assert cast.cycle.revision == 1
    return code


def during(began: int, ended: int) -> dict[str, str]:
    """The fields of an outage between two hours of the game."""
    return {"began": (START + began * HOUR).isoformat(), "ended": (START + ended * HOUR).isoformat()}


def test_what_came_due_is_named_and_what_is_shown_then_happens(cast: Hall) -> None:
    """The counted vote is open again, and the journal says just what the preview said."""
    code = passed(cast)
    (counted,) = cast.entries("close-voting")
    before = cast.digest
    preview = send(cast, **during(24, 71))
    assert isinstance(preview, Preview)
    assert (cast.digest, Cycle.objects.count()) == (before, 1)
    named = next(note for note in preview.notes if f"(entry {counted.seq})" in note)
    assert "The votes on proposal 1, A change, are counted" in named
    (vote,) = [change for change in preview.changes if change.what.startswith("Proposal 1")]
    assert vote.after.startswith("open")
    assert any(change.kind == "Law" for change in preview.changes)
    (moved,) = [move for move in preview.moves if "Proposal 1" in move.what]
    made = send(cast, token=preview.token, **during(24, 71))
    assert preview.says == tuple(made.entry.words)
    proposal = Proposal.objects.get(cycle=cast.pk, code=code)
    assert proposal.is_open
    assert moved.after == f"{proposal.ends_at:%A %d %B, %H:%M} UTC"
    cast.is_sound()


def test_what_the_button_would_refuse_the_preview_refuses(cast: Hall) -> None:
    """A purchase by the new law is named, with what to do; and the page leads to its entry."""
    passed(cast)
    cast.do(ADMIN, "correct-revoke", player="ada", item="Vertebra", count=cast.has("ada", "Vertebra") - 3, reason="r")
    cast.do("ada", "buy", offer="Chip", count=1)
    bought = cast.entries("buy")[-1]
    with pytest.raises(LaterActs) as refused:
        send(cast, **during(24, 71))
    assert [act.seq for act in refused.value.acts] == [bought.seq]
    assert "Give another time" in refused.value.detail
    assert Cycle.objects.count() == 1
    keeper = browser_of(Person.objects.get_or_create(username=ADMIN, is_staff=True, is_superuser=True)[0])
    form = {"began": "2024-01-02T00:00", "ended": "2024-01-03T23:00", "zone": "UTC", "reason": "a flood"}
    page = keeper.post("/office/outage/", form).content.decode()
    assert f'href="/c/{cast.slug}/journal/{bought.seq}/"' in page
    assert "Correct this…" in page
    assert "Press “Record the outage” to do it" not in page


def test_times_that_move_are_listed_or_it_says_that_none_does(cast: Hall) -> None:
    """A vote that runs is put off; and an outage before anything ran moves nothing."""
    cast.to(START + 10 * HOUR)
    still = send(cast, **during(2, 3))
    assert NOTHING_MOVES in still.notes or still.moves
    assert [note.startswith(STAYS) and " Phase begins" in note for note in still.notes][-1]
    cast.propose("ada", **{"class": "urgent"})
    cast.to(START + 20 * HOUR)
    (row,) = Deadline.objects.filter(cycle=cast.pk, action="close-voting")
    preview = send(cast, **during(12, 14))
    (move,) = [move for move in preview.moves if "Proposal" in move.what]
    assert (move.before, move.after) == tuple(f"{at:%A %d %B, %H:%M} UTC" for at in (row.at, row.at + 2 * HOUR))


def test_new_dice_are_not_shown_beforehand(open_cycle: OpenCycle) -> None:
    """Otherwise somebody could try one outage after another until the dice fall well."""
    hall = open_cycle(with_clauses(cycle_16(), LATER_DICE))
    hall.join("ada", "bob")
    hall.do("ada", "tolls_loan")
    hall.to(START + 60 * HOUR)
    (rolled,) = hall.entries("act-when-due")
    amount = next(iter(rolled.draws)).value
    preview = send(hall, **during(4, 6))
    assert NEW_DICE in preview.notes
    assert (preview.changes, preview.says) == ((), ())
    phase = Deadline.objects.get(cycle=hall.pk, action="begin-phase")
    (stays,) = [note for note in preview.notes if note.startswith(BY_CALENDAR)]
    assert f" Phase begins, {phase.at:%A %d %B, %H:%M} UTC" in stays
    send(hall, token=preview.token, **during(4, 6))
    (again,) = hall.entries("act-when-due")
    assert again.at == rolled.at + 2 * HOUR
    assert next(iter(again.draws)).value != amount
    assert Entry.objects.filter(cycle=hall.pk, action="tell-anew").exists()


def test_more_dice_of_an_act_that_keeps_its_id_are_not_shown_beforehand(open_cycle: OpenCycle) -> None:
    """By the law from before the vote, which the outage moves, the act draws more."""
    hall = open_cycle(piling_law(10**4), joined=("ada", "bob"))
    change = {"op": "replace", "path": "/rules/time/clauses/pile/do/0/if/is/2", "value": 10**5}
    code = hall.propose("ada", change)
    hall.do("bob", "time_rich")
    hall.vote(code, ada="for", bob="for")
    hall.to(START + 6 * HOUR)
    thrown = hall.do("bob", "time_pile")
    preview = send(hall, **during(1, 5))
    assert NEW_DICE in preview.notes
    assert (preview.changes, preview.says) == ((), ())
    send(hall, token=preview.token, **during(1, 5))
    (again,) = hall.entries("time_pile")
    assert (again.key, len(again.draws), len(thrown.draws)) == (thrown.key, 5, 2)
