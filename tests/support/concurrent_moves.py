"""A program whose threads move in one match at the same time, each over its own connection.

`python -m tests.support.concurrent_moves` works in the database of DATABASE_URL and prints the results as JSON.
"""

import json
import os
from typing import Any

import django

ROUNDS = 6


def set_up() -> tuple[str, list[str]]:
    """A match of ada and bob, in which it is ada's turn; its code, and tokens of hers and his."""
    import pytest
    from django.core.management import call_command

    from nomic.accounts.models import Person
    from nomic.accounts.tokens import issue_token
    from nomic.cycles.creation import create_cycle
    from tests.support.lanterns_game import host_lanterns

    call_command("migrate", verbosity=0)
    host_lanterns(pytest.MonkeyPatch())
    people = [Person.objects.create(username=name) for name in ("ada", "bob")]
    create_cycle("cycle-16", slug="race")
    for name in ("ada", "bob"):
        act(name, "join")
    opened = act("ada", "open-lanterns", players=["ada", "bob"])
    code = str(opened.events[0]["match"])
    for name, wish in (("ada", 5), ("bob", 3)):
        act(name, "move", match=code, move={"kind": "wish"}, answers=[[wish]])
    return code, [issue_token(person, "race")[1] for person in people]


def act(name: str, action: str, **args: Any) -> Any:
    from nomic.cycles.commands.perform import perform
    from tests.support.concurrent_acts import actor

    return perform("race", actor(name), action, args).entry


def race(code: str, tokens: list[str], number: int) -> list[int]:
    """Four clients make the same move at the same moment, each expecting the present version; their statuses."""
    from django.test import Client

    from nomic.matches.models import Match
    from tests.support.concurrent_acts import side_by_side

    version = Match.objects.get(code=code).version
    body = json.dumps({"move": {"kind": "rest"}, "expected_version": version})
    mover = tokens[number % 2]

    def move() -> int:
        response = Client().post(
            f"/api/v1/matches/{code}/moves/",
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {mover}"},
        )
        return response.status_code

    return side_by_side(*[move] * 4)


def main() -> None:
    from nomic.cycles.history.replay import discard_fork, replay_journal
    from nomic.cycles.models import Cycle
    from nomic.matches.models import Match, MatchStep

    code, tokens = set_up()
    rounds = [race(code, tokens, number) for number in range(ROUNDS)]
    match = Match.objects.get(code=code)
    replayed = replay_journal(Cycle.objects.get(slug="race"))
    discard_fork(replayed.fork)
    steps = MatchStep.objects.filter(match=match).order_by("version")
    found = {
        "rounds": rounds,
        "version": match.version,
        "versions": list(steps.values_list("version", flat=True)),
        "difference": replayed.difference,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")
    django.setup()
    main()
