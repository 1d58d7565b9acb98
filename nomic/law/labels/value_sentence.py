"""One value of a law as a sentence, built from its label."""

from nomic.law.document.sections import Law, value_at
from nomic.law.labels.value_labels import NOTHING, name_of, value_text
from nomic.law.labels.value_statements import statement
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Path


def sentence_at(law: Law, *path: str) -> str:
    """Return the sentence for the value at a path.

    Returns "" if there is no value, or its label has no sentence for it.
    """
    try:
        value = value_at(law.document, "".join(f"/{part}" for part in path))
    except LookupError:
        return ""
    return sentence_of(law, path, value)


def sentence_of(law: Law, path: Path, value: Json) -> str:
    """Return the sentence for `value` from the label at `path`, or "" if the label has no sentence for it.

    The value may be a part of what the law has there, such as some of the effects in a list.
    """
    words = value_text(law, path, value)
    return "" if words == NOTHING else statement(law, path, value, name_of(law.document, path), words)


def change_in_words(name: str, before: str, after: str) -> tuple[str, str]:
    """Return a value's label and its change, with a shared unit said once.

    "the price of one Chip in Vertebrae", "25 Vertebrae" and "60 Vertebrae" become "the price of one Chip" and "from 25
    to 60 Vertebrae".
    """
    number, _, unit = before.partition(" ")
    other, _, its_unit = after.partition(" ")
    if not unit or not all(each.replace(",", "").isdecimal() for each in (number, other)):
        return name, f"from {before} to {after}"
    name = next((name.removesuffix(f" in {each}") for each in (unit, its_unit) if name.endswith(f" in {each}")), name)
    return name, f"from {number if unit == its_unit else before} to {after}"
