"""Command `manage.py discord_register`, which registers this site's commands with Discord."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from nomic.connections.discord_application import discord_application
from nomic.discord.application import register_commands
from nomic.discord.commands import as_json
from nomic.outbox.delivery_errors import DeliveryError


class Command(BaseCommand):
    help = "Register the slash commands of this site on Discord. Repeat it after an update of this program."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print", action="store_true", help="only print what would be sent")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["print"]:
            self.stdout.write(json.dumps(as_json(), indent=1, ensure_ascii=False))
            return
        if not discord_application().number:
            raise CommandError("DISCORD_APPLICATION_ID is not set. docs/discord.md says where to find it.")
        try:
            count = register_commands()
        except DeliveryError as trouble:
            raise CommandError(f"The commands were not registered: {trouble.reason}.") from None
        self.stdout.write(f"Discord knows {count} commands now. They appear within a minute.")
