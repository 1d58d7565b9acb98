"""What a name may be: it becomes a player's name, a part of addresses and text on a wiki page.

Letters of one script, with what is written above and below them, digits, and few signs; nothing that is not seen, and
nothing that turns the text around it. Whether it looks like somebody's is another matter (`lookalikes`).
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
FAR_TOO_LONG = 300  # characters that are read at all
MAX_MARKS = 4  # upon one letter

# Names that mean somebody or something else where players are named: the actors of the journal, the accounts
# of the ledger, offices, the host itself, and parts of addresses.
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

# Scripts that are written together; common signs, digits and marks go with each.
TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
COMMON = {"COMMON", "INHERITED"}
FROM_RIGHT = {"R", "AL"}

# Letters and marks that are not seen (Unicode's Default_Ignorable_Code_Point, as far as they count as either).
UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
APOSTROPHES = re.compile("[\u2019\u02bc\uff07]")
# The classes of a name's characters in their order: letter, mark, digit, sign, apostrophe, blank, and anything else.
SHAPE = re.compile(rf"(?:LM{{0,{MAX_MARKS}}}|N)(?:LM{{0,{MAX_MARKS}}}|N|S|(?<=[LM])'(?=L)| (?=[LN]))*")

CHARACTERS = (
    "A name is made of letters, digits, single blanks, and _ . - ' (and begins with a letter or digit; ' stands between"
    " letters)."
)
ONE_SCRIPT = "The letters of a name are of one script: others could be taken for them."
ONE_KIND_OF_DIGITS = "The digits of a name are of one kind, and of the script of its letters."
FROM_THE_RIGHT = "A name that is written from right to left begins with a letter, and ends with a letter or digit."
LIKE_A_BOT = "Names like that are those of bots."


def tidy(text: str) -> str:
    """A name as it is kept: composed (NFC), with letters of the usual width, plain apostrophes and single blanks.

    Of what is far longer than any name the beginning is enough to refuse it.
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
    # A letter in disguise: bold, in a circle, raised. `compat` are ligatures, and letters of Thai and Lao.
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
    """Raise ValidationError where a name holds what none may, or in another order."""
    if SHAPE.fullmatch("".join(map(_class, name[:FAR_TOO_LONG]))) is None:
        raise ValidationError(CHARACTERS, code="characters")


def refuse_mixed_scripts(name: str) -> None:
    """Raise ValidationError where letters or digits of several scripts stand in one name, as in Аda and Ada٣."""
    name = name[:FAR_TOO_LONG]
    scripts = {script_of(character) for character in name} - COMMON
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise ValidationError(ONE_SCRIPT, code="scripts")
    digits = {ord(character) - unicodedata.digit(character) for character in name if character.isdecimal()}
    if len(digits) > 1 or (digits - {ord("0")} and "LATIN" in scripts):
        raise ValidationError(ONE_KIND_OF_DIGITS, code="digits")


def refuse_turning_text(name: str) -> None:
    """Raise ValidationError where a name from right to left would turn what stands beside it (RFC 5893)."""
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
    digits = "".join(sorted({skeleton(digit) for digit in "0123456789"}))
    return re.compile(rf"\w+ {skeleton('bot')} [{digits}]+")


def refuse_reserved_name(name: str) -> None:
    """Raise ValidationError for a name that the system itself uses, or one that looks like it."""
    if squashed(name[:FAR_TOO_LONG]) in _reserved():
        raise ValidationError(
            f"“{name}” is reserved: the system, its operators and its rules use this name, and nobody is called so.",
            code="reserved",
        )
    if _like_a_bot().fullmatch(skeleton(name[:FAR_TOO_LONG])):
        raise ValidationError(LIKE_A_BOT, code="reserved")


NAME_VALIDATORS: list[Callable[[str], None]] = [
    MinLengthValidator(MIN_LENGTH, f"A name has at least {MIN_LENGTH} characters."),
    MaxLengthValidator(MAX_LENGTH, f"A name has at most {MAX_LENGTH} characters."),
    refuse_odd_characters,
    refuse_mixed_scripts,
    refuse_turning_text,
    refuse_reserved_name,
]


def is_name(text: str) -> bool:
    """Whether somebody can be called so, as far as the name itself goes."""
    try:
        for validator in NAME_VALIDATORS:
            validator(text)
    except ValidationError:
        return False
    return text == tidy(text)


def nearest_name(text: str) -> str:
    """The valid name that looks most like `text`, which is a name from elsewhere (Discord, a wiki)."""
    plain = unicodedata.normalize("NFKD", text[:FAR_TOO_LONG]).encode("ascii", "ignore").decode("ascii")
    for candidate in (_without_odd(text), _without_odd(plain)):
        for name in (candidate, _shortened(candidate, "_player")):
            if is_name(name):
                return name
    return "player"


def _without_odd(text: str) -> str:
    """A text without what no name can hold, from its first letter or digit on."""
    kept = "".join(character for character in tidy(re.sub(r"\s", " ", text)) if _class(character) != "?")
    kept = re.sub(r"^[^\w]+|^_+[\W_]*", "", tidy(kept))
    return _shortened(kept, "")


def _shortened(name: str, ending: str) -> str:
    """The name cut so that it has room for the ending."""
    return name[: MAX_LENGTH - len(ending)].rstrip(" '") + ending


FEW = 20  # so many numbers are tried in their order


def free_name(text: str, is_taken: Callable[[str], bool]) -> str:
    """`nearest_name(text)`, numbered from 2 where somebody has it already; where many have, by chance."""
    base = nearest_name(text)
    if not is_name(_shortened(base, "_2")):  # with digits of another kind
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
