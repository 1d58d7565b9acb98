"""Texts for places below a labelled value: "the second step’s amount", "the second number of the sum"."""

from nomic.law.labels.ordinals import ordinal

STEPS = {"do": "step", "then": "step if true", "else": "step otherwise", "options": "option", "rows": "row"}
NUMBERS_OF = {"sum": "sum", "times": "product", "quotient": "quotient", "minus": "difference", "shift": "shift"}
PARTS = {"all": "part", "any": "alternative"}
SIDES = ("what is compared", "how it is compared", "what it is compared with")  # of `is`: a number, a word, a number
ENDS_OF_A_ROW = ("lowest number", "highest number")
CALLED = {
    "n": "amount",
    "by": "change",
    "if": "condition",
    "in": "phases",
    "one_of": "possible names",
    "roll": "dice",
    "after": "delay",
    "until": "end",
    "within": "greatest distance",
    "to": "new value",
    "be": "choice",
    "with": "question",
    "first": "number taken",
    "sample": "number drawn",
    "says": "words",
    "hours": "hours",
    "days": "days",
    "costs": "price",
    "starts": "starting value",
    "least": "lowest value",
    "most": "highest value",
}
Part = str | int


def beneath_in_words(rest: tuple[Part, ...]) -> str:
    """Return a non-empty path below a labelled value as text, innermost part first.

    Different paths of a value have different texts.
    """
    nouns: list[str] = []
    place = 0
    while place < len(rest):
        part, after = rest[place], rest[place + 1 : place + 2]
        if isinstance(part, int):
            nouns.append(ENDS_OF_A_ROW[part] if _is_end(rest, place) else f"{ordinal(part)} step")
        elif after and isinstance(after[0], int):
            nouns.append(_of_list(part, after[0]))
            place += 1
        else:
            nouns.append(_plain(part))
        place += 1
    outer, *inner = nouns
    if len(inner) == 1 and outer.endswith(" step"):
        return f"the {outer}’s {inner[0]}"
    return " of ".join(noun if noun in SIDES else f"the {noun}" for noun in reversed(nouns))


def _is_end(rest: tuple[Part, ...], place: int) -> bool:
    """Return whether a part of the path is the first or last number of a row's range in a roll table."""
    return rest[max(0, place - 2) : place - 1] == ("rows",) and rest[place] in (0, 1)


def _of_list(key: str, place: int) -> str:
    if key == "is" and place < len(SIDES):
        return SIDES[place]
    if key in NUMBERS_OF:
        return f"{ordinal(place)} number of the {NUMBERS_OF[key]}"
    return f"{ordinal(place)} {STEPS.get(key) or PARTS.get(key) or f'of the {_plain(key)}'}"


def _plain(key: str) -> str:
    return CALLED.get(key, key.replace("_", " "))
