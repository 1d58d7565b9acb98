"""What a choice asks, in a few words."""

from nomic.effects.english import in_words
from nomic.effects.operations import Choose


def choice_prompt(choose: Choose, least: int, most: int) -> str:
    """As "choose up to 3 cards in anybody's hand to be destroyed"."""
    purpose = ", to be destroyed" if choose.for_ == "destroy" else ""
    return f"choose {_how_many(least, most)} {in_words(choose.from_)}{purpose}"


def _how_many(least: int, most: int) -> str:
    if least == most:
        return f"{most} of"
    return f"up to {most} of" if least == 0 else f"{least} to {most} of"
