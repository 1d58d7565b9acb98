"""Browsers of people who are logged in."""

from django.test import Client

from nomic.accounts.models import Person


def browser_of(who: Person | str) -> Client:
    """Return a new client in which a person is logged in, given as a row or by name."""
    client = Client()
    person = Person.objects.get(username=who) if isinstance(who, str) else who
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client
