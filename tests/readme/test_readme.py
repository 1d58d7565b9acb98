"""What the README promises is held to what the code does."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

from nomic import limits
from nomic.accounts.models import Person
from nomic.cycles import actions
from nomic.cycles.actor import Actor
from nomic.cycles.creation import create_cycle
from nomic.cycles.perform import perform
from nomic.cycles.refusals import BadArguments, Refused
from nomic.cycles.replay import replay

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def section(title: str) -> str:
    return README.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_table_names_every_variable_that_is_read_and_no_other():
    """A setting that nobody can find does not exist, and one that is only in the table does nothing."""
    rows = re.findall(r"^\| (`[^|]+) \|", section("Configuration"), re.MULTILINE)
    in_table = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    settings = (ROOT / "nomic/config/settings.py").read_text()
    in_settings = set(re.findall(r"""env\.\w+\(\s*["'](\w+)["']""", settings))
    in_run = set(re.findall(r'environ\.get\("(\w+)"', (ROOT / "nomic/launch/laptop.py").read_text()))
    assert in_table == in_settings | in_run


def test_the_table_of_limits_is_what_the_host_bears():
    """Every limit with its value, and none that there is not."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", section("Limits"), re.MULTILINE)
    stated = {name: 2**53 if value == "2^53" else float(value.replace(",", "")) for name, value in rows}
    assert stated == {name: value for name, value in vars(limits).items() if name.isupper()}


def test_every_room_is_in_the_table_of_rooms():
    """A reader finds each room's one job, in the order in which they may import."""
    named = re.findall(r"`(nomic/\w+)`", section("How it is built"))
    there = {f"nomic/{path.parent.name}" for path in (ROOT / "nomic").glob("*/__init__.py")}
    assert set(named) == there


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!http)([^)#]+)\)", README))))
def test_links_lead_somewhere(target):
    """Pictures, files and folders that the README points at are there."""
    assert (ROOT / target).exists()


@pytest.mark.parametrize("address", sorted(set(re.findall(r"`(/(?:api|healthz|admin)[^`]*)`", README))))
def test_addresses_lead_somewhere(address):
    """Addresses that the README gives are served."""
    assert resolve(address)


@pytest.mark.django_db
def test_the_example_of_an_action_can_be_performed(monkeypatch):
    """The action of the last section works as it stands there: declared, performed, refused, replayed."""
    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    (program,) = re.findall(r"```python\n(.*?)```", section("How to add an action"), re.DOTALL)
    names: dict = {"__name__": "exoptosis.tips"}
    exec(compile(program, "README.md", "exec"), names)
    names["declare"]()
    cycle = create_cycle("cycle-16")
    ada = Actor.person(Person.objects.create_user("Ada"))
    perform(cycle.slug, ada, "join", {})
    granted = cycle.law.document["starting_grant"]["base"]
    tipped = perform(cycle.slug, ada, "tip", {"amount": granted}).entry
    assert tipped.words == [f"Ada leaves {granted} on the counter."]
    with pytest.raises(Refused, match="nothing to leave"):
        perform(cycle.slug, ada, "tip", {})
    with pytest.raises(BadArguments):
        perform(cycle.slug, ada, "tip", {"amount": 0})
    cycle.refresh_from_db()
    assert replay(cycle).same
