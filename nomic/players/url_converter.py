"""URL converter for the names of players, in pages and the API."""

import unicodedata

from django.urls.converters import StringConverter

from nomic.accounts.name_rules import MAX_LENGTH


class PlayerNames(StringConverter):
    """The possible names of players, as a pattern that any schema language supports.

    It excludes control characters. Of ASCII punctuation it allows only characters that names may contain, and none at
    the beginning. Other names lead to no page.
    """

    regex = rf"[^\x00-/:-@\[-`{{-\x9f][^\x00-\x1f!-&\(-,/:-@\[-^`{{-\x9f]{{0,{MAX_LENGTH - 1}}}"

    def to_python(self, value: str) -> str:
        return unicodedata.normalize("NFC", value)
