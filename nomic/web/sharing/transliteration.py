"""Transliteration for pictures: letters that no font can draw would appear as boxes."""

import unicodedata
from functools import lru_cache

from anyascii import anyascii

from nomic.web.sharing.png import svg_as_png

NO_GLYPH = "\ue000"  # a character for private use, which fonts for texts do not have
_scripts: dict[str, bool] = {}  # whether a font has them, by the first letter that was asked for
MAX_SCRIPTS = 500  # more than Unicode has


def in_known_letters(text: str) -> str:
    """Return the text with letters that no font of this machine can draw replaced with Latin ones.

    The sounds are approximate. Digits, signs and other characters that are not letters are unchanged.
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
    """Return whether a font can draw the letter's script.

    The answer is found with the first letter seen of each script.
    """
    script = unicodedata.name(letter, "").partition(" ")[0]
    if script in ("", "LATIN"):
        return True
    if script not in _scripts and len(_scripts) < MAX_SCRIPTS:
        _scripts[script] = _picture(letter) != _picture(NO_GLYPH)
    return _scripts.get(script, True)


@lru_cache(maxsize=8)
def _picture(letter: str) -> bytes:
    return svg_as_png(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
        f'<text x="4" y="30" font-size="24">{letter}</text></svg>'
    )
