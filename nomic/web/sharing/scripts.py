"""Texts of pictures in letters that can be drawn: others are replaced by Latin ones, since they would be boxes."""

import unicodedata
from functools import lru_cache

from anyascii import anyascii

from nomic.web.sharing.png import drawn

NO_GLYPH = "\ue000"  # a character for private use, which fonts for texts do not have
_scripts: dict[str, bool] = {}  # whether a font has them, by the first letter that was asked for
MAX_SCRIPTS = 500  # more than Unicode has


def in_known_letters(text: str) -> str:
    """Return the text with letters of scripts that no font of this machine has written in Latin letters.

    Sounds are approximate. Everything that is no letter stays, such as digits and signs.
    """
    if text.isascii():
        return text
    parts, replaces = [], False
    for letter in text:
        kind = unicodedata.category(letter)[0]
        if kind != "M":  # marks belong to the letter before
            replaces = kind == "L" and not _is_drawn(letter)
        parts.append(anyascii(letter) if replaces else letter)
    return "".join(parts)


def _is_drawn(letter: str) -> bool:
    """Return whether a font has the letter's script. It looks at the first letter of each script that it meets."""
    script = unicodedata.name(letter, "").partition(" ")[0]
    if script in ("", "LATIN"):
        return True
    if script not in _scripts and len(_scripts) < MAX_SCRIPTS:
        _scripts[script] = _picture(letter) != _picture(NO_GLYPH)
    return _scripts.get(script, True)


@lru_cache(maxsize=8)
def _picture(letter: str) -> bytes:
    return drawn(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<text x="4" y="30" font-size="24">{letter}</text></svg>'
    )
