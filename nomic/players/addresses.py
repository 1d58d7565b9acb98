"""Players in addresses, of pages and of the API."""

import unicodedata

from django.urls.converters import StringConverter

from nomic.accounts.names import MAX_LENGTH


class PlayerNames(StringConverter):
    """What a player can be called, as far as a pattern of any schema can say it; nothing else is looked up.

    No control characters, and of ASCII's signs only those of names, none of them first.
    """

    regex = rf"[^\x00-/:-@\[-`{{-\x9f][^\x00-\x1f!-&\(-,/:-@\[-^`{{-\x9f]{{0,{MAX_LENGTH - 1}}}"

    def to_python(self, value: str) -> str:
        return unicodedata.normalize("NFC", value)
