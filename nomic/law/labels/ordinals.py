"""English ordinals, in words and in figures."""

_IN_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(index: int) -> str:
    """Return the ordinal of an index that counts from 0: "first" for 0.

    From the eleventh on, it is in figures: "11th".
    """
    return _IN_WORDS[index] if index < len(_IN_WORDS) else ordinal_in_figures(index + 1)


def ordinal_in_figures(number: int) -> str:
    """Return the ordinal of a number: "1st" for 1."""
    end = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{end}"
