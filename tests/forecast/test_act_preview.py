"""A form of a correction shows first what its act would do; only what was shown is done."""

from typing import Any

import pytest

from nomic.clauses.models import KeptValue
from nomic.corrections.diff.compared_facts import SHOWN
from nomic.cycles.commands.act_stages import PerformedAct
from nomic.cycles.commands.preview import Preview, perform_or_preview
from nomic.cycles.domain.exceptions import BadArguments, NotAllowed, Refused
from nomic.cycles.models import Deadline, Entry
from nomic.forecast.fork.act_preview import READ
from nomic.notices.models import Notice
from tests.clauses.conftest import with_clauses
from tests.support.hall import ADMIN, BATTLE, HOUR, Hall, OpenCycle, cycle_16

ROLL = {"grant": "Vertebra", "n": {"roll": "1d1000000"}, "to": {"players": "players"}}
CLAUSES: dict[str, Any] = {
    "crown": {"value": "Crowns", "of": "player", "is": "number", "starts": 0},
    "hope": {"value": "Hopes", "of": "player", "is": "number", "starts": 0},
    "bell": {"value": "Bells", "is": "number", "starts": 0},
    "depth": {"value": "Depth", "is": "number", "starts": 0, "seen": "nobody"},
    "count": {"value": "Count", "is": "number", "starts": 0},
    "hear": {"when": "value-changed", "if": {"is": [{"value_of": "Bells"}, "equals", 7]}, "do": [ROLL]},
    "look": {
        "when": "value-changed",
        "if": {"is": [{"value_of": "Bells"}, "equals", 9]},
        "do": [{"set": "Count", "to": {"value_of": "Depth"}}],
    },
    "crowned": {
        "when": "phase-ends",
        "do": [
            {
                "each": "them",
                "in": {"players": "players"},
                "do": [
                    {
                        "if": {"is": [{"value_of": "Hopes", "of": "$them"}, "at_least", 1]},
                        "then": [{"raise": "Crowns", "by": 11, "of": "$them"}],
                    }
                ],
            }
        ],
    },
    "won": {"wins": {"is": [{"value_of": "Crowns", "of": "$it"}, "at_least", 11]}, "alone": True},
}


@pytest.fixture
def crowns(open_cycle: OpenCycle) -> Hall:
    """Who has 11 Crowns wins; a bell of 7 rolls dice, and a bell of 9 reads a secret."""
    hall = open_cycle(with_clauses(cycle_16(), CLAUSES))
    hall.join("ada", "bob")
    return hall


def send(hall: Hall, name: str, *, by: str = ADMIN, token: str = "", key: str | None = None, **fields: Any) -> Any:
    """Send a form as it comes from a page."""
    return perform_or_preview(hall.slug, hall.actor(by), name, fields, key=key, token=token)


def value(name: str, number: int, player: str = "") -> dict[str, Any]:
    """The fields that set a value."""
    return {"value": name, "number": str(number), "reason": "a test", **({"player": player} if player else {})}


def told_about(preview: Preview) -> dict[str, tuple[str, str]]:
    return {change.what: (change.before, change.after) for change in preview.changes}


def test_a_grant_that_ends_the_cycle_says_who_wins_and_does_nothing_yet(crowns: Hall) -> None:
    """Eleven that were meant as one are seen before it is too late; one does not end it."""
    before = crowns.digest
    preview = send(crowns, "correct-value", **value("Crowns", 11, "bob"))
    assert preview.ends == "This ends the cycle: bob wins."
    assert any("dice of this phase become public" in line for line in preview.lasting)
    assert {("0", "11"), ("", "11")} & set(told_about(preview).values())
    assert crowns.digest == before
    assert not Notice.objects.exists()
    modest = send(crowns, "correct-value", **value("Crowns", 1, "bob"))
    assert (modest.ends, modest.lasting) == ("", (READ,))


@pytest.mark.parametrize(
    ("winners", "says"),
    [
        ([], "This ends the cycle without a winner."),
        (["bob"], "This ends the cycle: bob wins."),
        (["ada", "bob"], "This ends the cycle: ada and bob win."),
    ],
)
def test_an_end_by_hand_is_shown_like_any(crowns: Hall, winners: list[str], says: str) -> None:
    """With winners or without."""
    assert send(crowns, "stop-cycle", winners=winners, reason="x").ends == says
    assert crowns.cycle.is_running


def test_what_was_shown_is_done_when_it_is_sent_again(crowns: Hall) -> None:
    """The second time with the token; without one, or with another's, it is shown again."""
    fields = value("Crowns", 11, "bob")
    token = send(crowns, "correct-value", **fields).token
    seq = crowns.cycle.seq
    for wrong in ("", "x", token[:-1], token.upper(), "é" * 99, ":" + token, token * 50):
        assert isinstance(send(crowns, "correct-value", token=wrong, **fields), Preview)
    for other in (value("Crowns", 1, "bob"), value("Crowns", 11, "ada"), {**fields, "reason": "other"}):
        assert isinstance(send(crowns, "correct-value", token=token, **other), Preview)
    assert crowns.cycle.seq == seq
    done = send(crowns, "correct-value", token=token, key="k", **fields)
    assert isinstance(done, PerformedAct)
    assert crowns.cycle.winner == "bob"
    again = send(crowns, "correct-value", token=token, key="k", **fields)
    assert again.is_repeated
    assert again.entry == done.entry


@pytest.mark.parametrize("how", ["an act", "something due"])
def test_if_the_cycle_has_moved_it_is_shown_again(crowns: Hall, how: str) -> None:
    """Somebody has acted, or a phase has ended: what was shown may not hold any more."""
    fields = value("Bells", 3)
    token = send(crowns, "correct-value", **fields).token
    if how == "an act":
        crowns.grant("ada", "Chip")
    else:
        crowns.clock.to(BATTLE + HOUR)
    again = send(crowns, "correct-value", token=token, **fields)
    assert isinstance(again, Preview)
    assert again.has_moved
    assert not crowns.entries("correct-value")
    assert isinstance(send(crowns, "correct-value", token=again.token, **fields), PerformedAct)


def test_the_end_of_the_phase_is_looked_at_too(crowns: Hall) -> None:
    """A hope is a crown when the phase ends; one that is there already is none of this act's doing."""
    preview = send(crowns, "correct-value", **value("Hopes", 1, "ada"))
    assert preview.ends == ""
    assert any("When this phase ends, the cycle would end too, as things stand: ada wins." in n for n in preview.notes)
    crowns.do(ADMIN, "correct-value", value="Hopes", number=1, player="ada", reason="x")
    assert not send(crowns, "correct-value", **value("Bells", 1)).notes


def test_a_preview_tells_no_dice_of_the_future(crowns: Hall) -> None:
    """It rolls dice of its own: each preview others, and none of them the ones that come."""
    fields = value("Bells", 7)
    seen = [send(crowns, "correct-value", **fields) for _ in range(2)]
    shown = [told_about(each)["ada: Vertebra"][1] for each in seen]
    assert shown[0] != shown[1]
    assert any("only an example" in note for note in seen[0].notes)
    send(crowns, "correct-value", token=seen[1].token, **fields)
    assert str(crowns.has("ada", "Vertebra")) not in shown


def test_a_preview_opens_no_secret(crowns: Hall) -> None:
    """A rule that reads a secret value finds none in the fork; when it is done, it does."""
    crowns.do(ADMIN, "correct-value", value="Depth", number=4141, reason="x")
    preview = send(crowns, "correct-value", **value("Bells", 9))
    assert "4141" not in repr(preview)
    send(crowns, "correct-value", token=preview.token, **value("Bells", 9))
    assert KeptValue.objects.get(cycle=crowns.pk, name="Count").number == 4141
    hidden = send(crowns, "correct-value", **value("Depth", 5151))
    assert "5151" not in repr(hidden.changes) + repr(hidden.says)


ACTS: list[tuple[str, dict[str, Any]]] = [
    ("correct-grant", {"player": "ada", "item": "Chip", "count": "3", "reason": "x"}),
    ("correct-revoke", {"player": "bob", "item": "Chip", "count": "2", "reason": "x"}),
    ("set-good-luck", {"player": "ada", "lucky": "on", "reason": "x"}),
    ("correct-value", value("Crowns", 4, "bob")),
    ("correct-grant-card", {"player": "bob", "species": "5 of Moons", "reason": "x"}),
    ("appoint-judge", {"player": "ada", "reason": "x"}),
    ("record-outage", {"hours": "2", "began": "2024-01-01T00:00:00Z", "reason": "x"}),
]


@pytest.mark.parametrize(("name", "fields"), ACTS)
def test_what_is_shown_is_what_then_happens(crowns: Hall, name: str, fields: dict[str, Any]) -> None:
    """The changes listed are all the public differences that the act makes, and the journal says what was said."""
    crowns.grant("bob", "Chip", 5)
    crowns.clock.wait(hours=3)
    if name == "correct-grant-card":
        fields = {**fields, "species": next(iter(crowns.cycle.law.document["cards"]))}
    before = {what: fact for _, facts in SHOWN for what, fact in facts(crowns.cycle).items()}
    seq = crowns.cycle.seq
    preview = send(crowns, name, **fields)
    assert crowns.cycle.seq == seq
    send(crowns, name, token=preview.token, **fields)
    after = {what: fact for _, facts in SHOWN for what, fact in facts(crowns.cycle).items()}
    new = {what for what in {**before, **after} if before.get(what) != after.get(what)}
    if name != "correct-grant-card":  # whose code is of the fork
        assert set(told_about(preview)) == new
    assert told_about(preview) or name == "record-outage"
    said = [
        " ".join(words) for words in Entry.objects.filter(cycle=crowns.pk, seq__gt=seq).values_list("words", flat=True)
    ]
    if name != "correct-grant-card":
        assert list(preview.says) == said


def test_an_outage_is_shown_with_everything_that_it_puts_off(crowns: Hall) -> None:
    """An open vote, an offer, a vote of confidence: each has a deadline, and the preview says that it moves."""
    crowns.grant("ada", "Chip", 2)
    crowns.propose("bob")
    crowns.do("ada", "offer-trade", to="bob", gives={"Chip": 1})
    crowns.do(ADMIN, "appoint-judge", player="ada", reason="x")
    crowns.do("bob", "file-request", kind="statement", title="One may pass.")
    crowns.do("ada", "rule", request="1", verdict="true", reasoning="Nothing forbids it.")
    crowns.do("bob", "open-confidence-vote", ruling="1")
    crowns.clock.wait(hours=3)
    fields = {"hours": "2", "reason": "x"}
    preview = send(crowns, "record-outage", **fields)
    assert {"close-voting", "expire-trade", "close-confidence"} <= set(
        Deadline.objects.filter(cycle=crowns.pk).values_list("action", flat=True)
    )
    before = dict(Deadline.objects.filter(cycle=crowns.pk).values_list("label", "at"))
    made = send(crowns, "record-outage", token=preview.token, **fields)
    assert preview.says == (" ".join(made.entry.words),)
    after = dict(Deadline.objects.filter(cycle=crowns.pk).values_list("label", "at"))
    assert sum(after[label] == at + 2 * HOUR for label, at in before.items()) >= 2


def test_what_is_refused_is_refused_at_once(crowns: Hall) -> None:
    """A field that does not fit, too much, and somebody who may not."""
    with pytest.raises(BadArguments):
        send(crowns, "correct-grant", player="ada", item="Moon", count="1", reason="x")
    with pytest.raises(Refused, match="needed"):
        send(crowns, "correct-revoke", player="ada", item="Chip", count="1", reason="x")
    with pytest.raises(NotAllowed):
        send(crowns, "correct-grant", by="ada", player="ada", item="Chip", count="1", reason="x")
    token = send(crowns, "correct-grant", player="ada", item="Chip", count="1", reason="x").token
    with pytest.raises(NotAllowed):
        send(crowns, "correct-grant", by="ada", token=token, player="ada", item="Chip", count="1", reason="x")
