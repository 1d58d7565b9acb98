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
