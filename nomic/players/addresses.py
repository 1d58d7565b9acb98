"""Players in addresses, of pages and of the API."""

from django.urls.converters import StringConverter

from nomic.accounts.names import LONGEST


class PlayerNames(StringConverter):
    """What a player can be called; nothing else is looked up.

    People's names have no blanks; those of players for whom nobody signs in do.
    """

    regex = rf"[A-Za-z0-9][A-Za-z0-9 _.-]{{0,{LONGEST - 1}}}"
