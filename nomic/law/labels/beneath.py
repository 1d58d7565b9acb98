"""Places beneath a labelled value in words: "the second step's amount", "a number in its condition"."""

STEPS = frozenset(("do", "then", "else", "options"))  # lists whose elements are carried out
CONDITIONS = frozenset(("if", "who", "where", "all", "any", "is", "not"))
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CALLED = {
    "n": "amount",
    "by": "change",
    "says": "words",
    "hours": "hours",
    "days": "days",
    "costs": "price",
    "starts": "starting value",
    "least": "lowest value",
    "most": "highest value",
}


def beneath_in_words(rest: tuple[str | int, ...]) -> str:
    """Return what stands at a path beneath a labelled value. The path is not empty.

    Different paths have different words: keys that are neither a step nor the noun stand in parentheses.
    """
    steps, keys = _steps(rest)
    called = "" if steps and not keys[-1:] else _called(keys.pop() if keys else rest[-1])
    if keys and keys[0] in CONDITIONS and not steps:
        where = " in its condition"
        keys = keys[1:] if keys[0] == "if" else keys
    else:
        where = f" in step {'.'.join(steps)}" if steps else ""
    words = f"the {called or 'whole'}{where}"
    if len(steps) == 1 and int(steps[0]) <= len(ORDINALS):
        ordinal = ORDINALS[int(steps[0]) - 1]
        words = f"the {ordinal} step’s {called}" if called else f"the {ordinal} step"
    more = [str(key + 1) if isinstance(key, int) else _plain(key) for key in keys]
    return f"{words} ({', '.join(more)})" if more else words


def _steps(rest: tuple[str | int, ...]) -> tuple[list[str], list[str | int]]:
    """Return the numbers of the steps that a path goes through, counted from one, and its other keys."""
    steps: list[str] = []
    keys: list[str | int] = []
    for place, part in enumerate(rest):
        before = rest[place - 1] if place else ""
        if isinstance(part, int) and before in STEPS:
            steps.append(str(part + 1))
            if before == "do":
                keys.pop()
        else:
            keys.append(part)
    return steps, keys


def _called(last: str | int) -> str:
    """Return the noun for the last part of a path."""
    return f"number {last + 1}" if isinstance(last, int) else "condition" if last == "if" else _plain(last)


def _plain(key: str) -> str:
    return CALLED.get(key, key.replace("_", " "))
