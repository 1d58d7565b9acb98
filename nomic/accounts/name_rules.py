"""Rules for names, which become player names, parts of URLs and text on wiki pages.

A name consists of letters of one script with their combining marks, digits, and a few signs. Invisible characters and
characters that change the direction of the surrounding text are invalid. Similarity to other names is checked in
`lookalikes`.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from secrets import randbelow

from confusable_homoglyphs.categories import alias as script_of
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MinLengthValidator

from nomic.accounts.lookalikes import skeleton, squashed

MIN_LENGTH = 2  # characters, composed (NFC)
MAX_LENGTH = 30
FAR_TOO_LONG = 300  # characters that are examined at all
MAX_MARKS = 4  # combining marks on one letter

# Names that mean somebody or something else wherever player names are displayed: the actors of the journal, the
# accounts of the ledger, offices, the host itself, and parts of URLs.
RESERVED = frozenset(
    {
        "admin",
        "administrator",
        "all",
        "anonymous",
        "anybody",
        "api",
        "croupier",
        "everybody",
        "everyone",
        "guest",
        "host",
        "infinite nomic",
        "judge",
        "me",
        "moderator",
        "new",
        "nobody",
        "nomic",
        "none",
        "null",
        "pool",
        "root",
        "staff",
        "system",
        "the croupier",
        "the host",
        "the judge",
        "the pool",
        "the system",
        "undefined",
    }
)

# Scripts that may be mixed. Common signs, digits and marks go with each.
TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
COMMON = {"COMMON", "INHERITED"}
FROM_RIGHT = {"R", "AL"}

# Invisible letters and marks: those of Unicode's Default_Ignorable_Code_Point that count as letters or marks.
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
APOSTROPHES = re.compile("[\u2019\u02bc\uff07]")
# Pattern over the classes of a name's characters: letter, mark, digit, sign, apostrophe, blank, and anything else.
SHAPE = re.compile(rf"(?:LM{{0,{MAX_MARKS}}}|N)(?:LM{{0,{MAX_MARKS}}}|N|S|(?<=[LM])'(?=L)| (?=[LN]))*")

CHARACTERS = (
    "A name is made of letters, digits, single spaces, and _ . - ' (and begins with a letter or digit; ' stands between"
    " letters)."
)
ONE_SCRIPT = "A name uses letters of one script, because letters of another can look the same."
ONE_KIND_OF_DIGITS = "A name uses digits of one kind, from the same script as its letters."
FROM_THE_RIGHT = "A name that is written from right to left begins with a letter, and ends with a letter or digit."
LIKE_A_BOT = "Names like that are kept for bots."
LIKE_A_GUEST = "Names like that are kept for guests."


def tidy_name(text: str) -> str:
    """Return a name in its stored form: NFC, letters of normal width, plain apostrophes and single spaces.

    A text much longer than any name is truncated, because its beginning is enough to reject it.
    """
    plain = "".join(map(_usual, APOSTROPHES.sub("'", text[:FAR_TOO_LONG])))
    return re.sub(" +", " ", unicodedata.normalize("NFC", plain)).strip(" ")


@lru_cache(maxsize=4096)
def _usual(character: str) -> str:
    if unicodedata.decomposition(character).startswith(("<wide>", "<narrow>")):
        character = unicodedata.normalize("NFKC", character)
    return " " if unicodedata.category(character) == "Zs" else character


@lru_cache(maxsize=4096)
def _class(character: str) -> str:
    category, other = unicodedata.category(character), unicodedata.decomposition(character)
    # A styled letter: bold, circled, raised. `compat` covers ligatures, and letters of Thai and Lao.
    if UNSEEN.match(character) or (other.startswith("<") and not other.startswith("<compat>")):
        return "?"
    if category.startswith("L"):
        return "L"
    if category in ("Mn", "Mc"):
        return "M"
    if category == "Nd":
        return "N"
    return "S" if character in "_.-" else character if character in "' " else "?"


def refuse_odd_characters(name: str) -> None:
    """Raise ValidationError if a name contains invalid characters, or valid ones in an invalid order."""
    if SHAPE.fullmatch("".join(map(_class, name[:FAR_TOO_LONG]))) is None:
        raise ValidationError(CHARACTERS, code="characters")


def refuse_mixed_scripts(name: str) -> None:
    """Raise ValidationError if a name mixes letters or digits of several scripts, as in Аda and Ada٣."""
    name = name[:FAR_TOO_LONG]
    scripts = {script_of(character) for character in name} - COMMON
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise ValidationError(ONE_SCRIPT, code="scripts")
    digits = {ord(character) - unicodedata.digit(character) for character in name if character.isdecimal()}
    if len(digits) > 1 or (digits - {ord("0")} and "LATIN" in scripts):
        raise ValidationError(ONE_KIND_OF_DIGITS, code="digits")


def refuse_turning_text(name: str) -> None:
    """Raise ValidationError if a right-to-left name would reorder the text beside it (RFC 5893)."""
    ways = [unicodedata.bidirectional(character) for character in name[:FAR_TOO_LONG]]
    if not FROM_RIGHT.intersection(ways):
        return
    last = next((way for way in reversed(ways) if way != "NSM"), "")
    if ways[0] not in FROM_RIGHT or last not in {*FROM_RIGHT, "EN", "AN"}:
        raise ValidationError(FROM_THE_RIGHT, code="direction")


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    return frozenset(map(squashed, RESERVED))


@lru_cache(maxsize=1)
def _like_a_bot() -> re.Pattern[str]:
    return re.compile(rf"\w+ {skeleton('bot')} {_digits()}")


@lru_cache(maxsize=1)
def _like_a_guest() -> re.Pattern[str]:
    return re.compile(rf"{skeleton('guest')} {_digits()}")


def _digits() -> str:
    """Return a regular expression for the skeletons of numbers."""
    return f"[{''.join(sorted({skeleton(digit) for digit in '0123456789'}))}]+"


def refuse_reserved_name(name: str) -> None:
    """Raise ValidationError if a name is reserved by the system or is confusable with a reserved one."""
    if squashed(name[:FAR_TOO_LONG]) in _reserved():
        raise ValidationError(
            f"“{name}” is reserved for the system, its operators and its rules. Choose another name.",
            code="reserved",
        )
    if _like_a_bot().fullmatch(skeleton(name[:FAR_TOO_LONG])):
        raise ValidationError(LIKE_A_BOT, code="reserved")
    if _like_a_guest().fullmatch(skeleton(name[:FAR_TOO_LONG])):
        raise ValidationError(LIKE_A_GUEST, code="reserved")


NAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(MIN_LENGTH, f"A name must have at least {MIN_LENGTH} characters."),
    MaxLengthValidator(MAX_LENGTH, f"A name can have at most {MAX_LENGTH} characters."),
    refuse_odd_characters,
    refuse_mixed_scripts,
    refuse_turning_text,
    refuse_reserved_name,
]


def is_name(text: str) -> bool:
    """Return whether a text is a valid name. Does not check whether the name is taken."""
    try:
        for validator in NAME_VALIDATORS:
            validator(text)
    except ValidationError:
        return False
    return text == tidy_name(text)


def nearest_name(text: str) -> str:
    """Return the valid name that is closest to `text`, a name from Discord or a wiki."""
    plain = unicodedata.normalize("NFKD", text[:FAR_TOO_LONG]).encode("ascii", "ignore").decode("ascii")
    for candidate in (_without_odd(text), _without_odd(plain)):
        for name in (candidate, _shortened(candidate, "_player")):
            if is_name(name):
                return name
    return "player"


def _without_odd(text: str) -> str:
    """Return the text without invalid characters, starting at its first letter or digit."""
    kept = "".join(character for character in tidy_name(re.sub(r"\s", " ", text)) if _class(character) != "?")
    kept = re.sub(r"^[^\w]+|^_+[\W_]*", "", tidy_name(kept))
    return _shortened(kept, "")


def _shortened(name: str, ending: str) -> str:
    """Truncate the name so that the ending fits, and append it."""
    return name[: MAX_LENGTH - len(ending)].rstrip(" '") + ending


FEW = 20  # numbers tried in order before random ones


def free_name(text: str, is_taken: Callable[[str], bool]) -> str:
    """Return `nearest_name(text)`, with a number from 2 appended if it is taken.

    After FEW tries the number is random.
    """
    base = nearest_name(text)
    if not is_name(_shortened(base, "_2")):  # The digits of the name belong to another script.
        base = base if not is_taken(base) else "player"
    if not is_taken(base):
        return base
    for number in range(2, FEW):
        name = _shortened(base, f"_{number}")
        if not is_taken(name):
            return name
    while True:
        name = _shortened(base, f"_{FEW + randbelow(10**8)}")
        if not is_taken(name):
            return name
