"""A program that creates the tables and a cycle with two players in the database of DATABASE_URL.

`python -m tests.support.fill_database` prints the players' API tokens by name and the session key of one of them as
JSON. It is a process of its own because the tests' database may be of another kind.
"""

import json

import django

SLUG = "cycle-16"
PLAYERS = ("Ada", "Ben")


def fill() -> dict[str, object]:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command

    from nomic.accounts.models import Person
    from nomic.accounts.tokens import issue_token
    from nomic.cycles.commands.perform import perform
    from nomic.cycles.creation import create_cycle
    from nomic.cycles.domain.actor import Actor

    call_command("migrate", interactive=False, verbosity=0)
    keeper = Actor.person(Person.objects.create(username="Keeper", is_staff=True, is_superuser=True))
    create_cycle(SLUG, published=True)
    people = {name: Person.objects.create(username=name) for name in PLAYERS}
    for name, person in people.items():
        perform(SLUG, Actor.person(person), "join", {})
        grant = {"player": name, "item": "Vertebra", "count": 1000, "reason": "to buy with"}
        perform(SLUG, keeper, "correct-grant", grant)
    session = SessionStore()
    session[SESSION_KEY] = str(people["Ada"].pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = people["Ada"].get_session_auth_hash()
    session.save()
    tokens = {name: issue_token(person, "of a bot")[1] for name, person in people.items()}
    return {"tokens": tokens, "session": session.session_key}


if __name__ == "__main__":
    django.setup()
    print(json.dumps(fill()))
