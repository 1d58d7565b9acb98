"""Command `manage.py issue_token`, which makes an API token for a person without a browser."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token


class Command(BaseCommand):
    help = "Make an API token for a person, and print its secret, which cannot be read again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("person", help="the name of an open account")
        parser.add_argument("name", help="what the token is for, such as “my bot”")

    def handle(self, *args: Any, **options: Any) -> None:
        person = Person.objects.filter(username__iexact=options["person"], is_active=True, closed_at=None).first()
        if person is None:
            raise CommandError(f"There is no open account named {options['person']}.")
        try:
            _, secret = issue_token(person, options["name"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None
        self.stdout.write(secret)
