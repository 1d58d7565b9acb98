"""Command `manage.py discord_register`, which tells Discord the commands of this site."""

import json
from typing import Any

import requests
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from nomic.discord.commands import as_json

SECONDS = 20


class Command(BaseCommand):
    help = "Register the slash commands of this site on Discord. Repeat it after an update of this program."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print", action="store_true", help="only print what would be sent")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["print"]:
            self.stdout.write(json.dumps(as_json(), indent=1, ensure_ascii=False))
            return
        for name in ("DISCORD_APPLICATION_ID", "DISCORD_BOT_TOKEN"):
            if not getattr(settings, name):
                raise CommandError(f"{name} is not set. docs/discord.md says where to find it.")
        address = f"{settings.DISCORD_API}/applications/{settings.DISCORD_APPLICATION_ID}/commands"
        headers = {"Authorization": f"Bot {settings.DISCORD_BOT_TOKEN}"}
        try:
            answer = requests.put(address, json=as_json(), headers=headers, timeout=SECONDS, allow_redirects=False)
        except requests.RequestException as error:
            raise CommandError(f"Discord could not be reached ({type(error).__name__}).") from None
        if answer.status_code != 200:
            raise CommandError(f"Discord answered {answer.status_code}: {answer.text[:500]}")
        self.stdout.write(f"Discord knows {len(as_json())} commands now. They appear within a minute.")
