"""Sealed arguments: everybody sees a commitment, later the value and its salt, and can compare the two."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args, NoArgs
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.exceptions import KeyReused, Refused
from nomic.cycles.journal.reveal_sealed_arguments import unseal, unseal_own
from nomic.cycles.live import feed
from nomic.cycles.models import Entry, Unsealing
from nomic.cycles.sealed_arguments import commitment, revealed_arguments
from nomic.cycles.state_digest import canonical_json, state_of
from tests.support.hall import Hall

SECRET = "the-lighthouse-at-noon"
OTHER = "the-mill-at-dusk"


class PlanArgs(Args):
    """A plan that nobody else is to know."""

    plan: str
    aloud: str = ""
    at_once: bool = False


def plan(act: ActionContext, args: PlanArgs) -> None:
    """Keep a plan under seal."""
    act.commit_secret("plan", args.plan)
    act.message(f"{act.actor.name} has a plan.")
    if args.at_once:
        unseal_own(act)


def tell(act: ActionContext, args: NoArgs) -> None:
    """Open all one's plans."""
    unseal(act, Entry.objects.filter(cycle=act.cycle, action="plan", actor=act.actor.name).order_by("seq"))


def refuse(act: ActionContext, args: PlanArgs) -> None:
    act.commit_secret("plan", args.plan)
    raise Refused("no", "No.", "R0")


@pytest.fixture(autouse=True)
def planning() -> Iterator[None]:
    """Three actions more, for the time of a test."""
    known = dict(actions._actions)
    for name, args, run in (("plan", PlanArgs, plan), ("tell", NoArgs, tell), ("refuse", PlanArgs, refuse)):
        actions.register_actions(
            Action(name=name, channel="games", title=name, summary=name, rule="R0", args=args, run=run)  # type: ignore[arg-type]
        )
    yield
    actions._actions.clear()
    actions._actions.update(known)


def doors(hall: Hall) -> dict[str, str]:
    """All that anybody can read of the journal, and all that the staff can."""
    staff = Client()
    staff.force_login(
        get_user_model().objects.get_or_create(username="root", defaults={"is_staff": True, "is_superuser": True})[0]
    )
    anybody = Client()
    entry = hall.entries("plan")[0]
    pages = {
        "list": anybody.get(f"/api/v1/cycles/{hall.slug}/journal/"),
        "entry": anybody.get(f"/api/v1/cycles/{hall.slug}/journal/{entry.seq}/"),
        "journal": anybody.get(f"/c/{hall.slug}/journal/", follow=True),
        "page": anybody.get(f"/c/{hall.slug}/journal/{entry.seq}/", follow=True),
        "export": anybody.get(f"/api/v1/cycles/{hall.slug}/draws/export/"),
        "admin": staff.get(f"/admin/cycles/entry/{entry.pk}/change/"),
        "admin list": staff.get("/admin/cycles/entry/"),
        "admin search": staff.get("/admin/cycles/entry/", {"q": SECRET[:-1]}),
        "admin lookup": staff.get("/admin/cycles/entry/", {"sealed__plan__value__startswith": SECRET[:-1]}),
    }
    texts = {name: page.getvalue().decode() for name, page in pages.items()}
    assert "0 entries" in texts["admin search"], "what is sealed can be searched for"
    assert pages["admin lookup"].status_code == 400
    return texts | {
        "live": json.dumps(feed._entries(hall.slug, 0)),
        "state": canonical_json(state_of(hall.cycle)),
    }


def test_before_it_is_unsealed_no_door_tells_the_value_or_the_salt(cast: Hall) -> None:
    """API, pages, exports, live news, the digest's data and the admin's pages know the commitment only."""
    entry = cast.do("ada", "plan", plan=SECRET, aloud="soon")
    salt = entry.sealed["plan"]["salt"]
    for name, text in doors(cast).items():
        assert SECRET not in text, name
        assert salt not in text, name
    assert entry.args == {"plan": {"commitment": commitment(SECRET, salt)}, "aloud": "soon", "at_once": False}
    assert revealed_arguments([entry]) == {}


def test_a_commitment_is_the_sha_256_of_salt_and_value() -> None:
    """As anybody can compute it with what every language has."""
    value: Any = {"b": [1, "é"], "a": None}
    expected = hashlib.sha256(b"00ff" + b'{"a":null,"b":[1,"\\u00e9"]}').hexdigest()
    assert commitment(value, "00ff") == expected


def test_two_equal_secrets_have_different_commitments(cast: Hall) -> None:
    """Or one could try out the few values there are."""
    one, two = (cast.do("ada", "plan", plan=SECRET) for _ in range(2))
    assert one.args["plan"] != two.args["plan"]
    assert len(one.sealed["plan"]["salt"]) == 32


def test_once_unsealed_every_door_that_shows_the_entry_shows_value_and_salt(cast: Hall) -> None:
    """And the commitment, which has stayed as it was, is theirs."""
    entry = cast.do("ada", "plan", plan=SECRET)
    told = cast.do("ada", "tell")
    texts = doors(cast)
    for name in ("list", "entry", "page", "admin", "live"):
        assert SECRET in texts[name], name
        assert entry.sealed["plan"]["salt"] in texts[name], name
    shown = json.loads(texts["entry"])
    public = shown["unsealed"]["plan"]
    assert commitment(public["value"], public["salt"]) == shown["args"]["plan"]["commitment"]
    assert told.events == [{"kind": "unsealed", "entry": entry.key, "seq": entry.seq, "args": {"plan": public}}]
    assert Unsealing.objects.get(entry=entry).by_entry == told


def test_unsealing_again_says_nothing_more(cast: Hall) -> None:
    """What is public stays public; only what has come since is opened."""
    cast.do("ada", "plan", plan=SECRET)
    cast.do("ada", "tell")
    assert cast.do("ada", "tell").events == []
    cast.do("ada", "plan", plan=OTHER)
    assert [event["args"]["plan"]["value"] for event in cast.do("ada", "tell").events] == [OTHER]


def test_others_secrets_stay_sealed(cast: Hall) -> None:
    """Whoever tells tells their own."""
    cast.do("bob", "plan", plan=OTHER)
    cast.do("ada", "plan", plan=SECRET)
    cast.do("ada", "tell")
    assert OTHER not in json.dumps(feed._entries(cast.slug, 0))


def test_an_act_can_open_what_it_seals_itself(cast: Hall) -> None:
    """For the one who chooses last, and thereby opens what all have chosen."""
    entry = cast.do("ada", "plan", plan=SECRET, at_once=True)
    assert Unsealing.objects.get(entry=entry).by_entry == entry
    assert entry.events[0]["seq"] == entry.seq
    assert revealed_arguments([entry])[entry.pk]["plan"]["value"] == SECRET


def test_the_same_key_with_another_secret_is_another_act(cast: Hall) -> None:
    """Idempotency goes by what was typed, not by commitments."""
    args = {"plan": SECRET}
    first = perform(cast.slug, cast.actor("ada"), "plan", args, idempotency_key="one")
    again = perform(cast.slug, cast.actor("ada"), "plan", args, idempotency_key="one")
    assert (again.is_repeated, again.entry) == (True, first.entry)
    with pytest.raises(KeyReused):
        perform(cast.slug, cast.actor("ada"), "plan", {"plan": OTHER}, idempotency_key="one")


def test_a_refused_act_seals_nothing(cast: Hall) -> None:
    cast.refused("ada", "refuse", "no", plan=SECRET)


def test_a_replay_seals_the_same_values_with_the_same_salts(cast: Hall) -> None:
    """Entry by entry the same, opened ones and closed ones."""
    cast.do("ada", "plan", plan=SECRET)
    cast.do("ada", "tell")
    cast.do("bob", "plan", plan=OTHER)
    cast.do("eve", "plan", plan=SECRET, at_once=True)
    cast.is_sound()
