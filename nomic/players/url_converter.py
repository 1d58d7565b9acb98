"""URL converter for the names of players, in pages and the API."""

import unicodedata

from django.urls.converters import StringConverter

from nomic.accounts.names import MAX_LENGTH


class PlayerNames(StringConverter):
    """The possible names of players, as a pattern that any schema supports.

    They have no control characters. Of ASCII punctuation they have only the characters that names may contain, and none
    of it first. Other names are not looked up.
    """

    regex = rf"[^\x00-/:-@\[-`{{-\x9f][^\x00-\x1f!-&\(-,/:-@\[-^`{{-\x9f]{{0,{MAX_LENGTH - 1}}}"

    def to_python(self, value: str) -> str:
        return unicodedata.normalize("NFC", value)
