"""The writer of *Exactly* over all shipped laws and random programs: no known fault, and no change unseen."""

import os
from pathlib import Path

import pytest

from nomic.law.document.templates import law_templates
from nomic.law.labels.indented_outline import outline
from tests.prose.corpus import MAX_WORDS, faults_in, golden, random_texts, sentences_of

GOLDEN = Path(__file__).parent / "sentences"
ON_FILE = sorted(path.stem for path in GOLDEN.glob("*.txt"))
LAWS = sorted(name for name in law_templates() if sentences_of(name))
RANDOM = 500


@pytest.mark.parametrize("template", ON_FILE)
def test_the_sentences_of_shipped_laws_are_those_on_file(template: str) -> None:
    """A change of the writer or of a law shows in the file; `GOLDEN=1` before the command writes the files.

    A law needs no file: an empty one with its name, and `GOLDEN=1`, put it on file.
    """
    path = GOLDEN / f"{template}.txt"
    if os.environ.get("GOLDEN"):
        path.write_text(golden(template), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == golden(template), "GOLDEN=1 before the command writes the file"


def test_the_files_are_of_shipped_laws_that_use_most_of_the_language() -> None:
    assert {"cycle-16", "the-commons"} <= {*ON_FILE} <= {*LAWS}


@pytest.mark.parametrize("template", LAWS)
def test_no_sentence_of_a_shipped_law_has_a_known_fault(template: str) -> None:
    said = sentences_of(template)
    assert {
        rule: found for rule, texts in said.items() if (found := [each for text in texts for each in faults_in(text)])
    } == {}


@pytest.mark.parametrize("template", LAWS)
def test_what_is_long_is_a_list(template: str) -> None:
    lines = [words for texts in sentences_of(template).values() for text in texts for _, words in outline(text)]
    sentences = [each for words in lines for each in words.split(". ")]
    assert [each for each in sentences if len(each.split()) > MAX_WORDS] == []


def test_no_random_sentence_has_a_known_fault() -> None:
    """Five hundred programs of every moment, always the same ones."""
    assert [(found, text) for text in random_texts(RANDOM) if (found := faults_in(text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Gain 1 Coins.",
        "Gain 2 Coin.",
        "Choose a item.",
        "Gain the the Wick.",
        "That is the player said.",
        "A player wins of whom this is true.",
        "Nobody is not active.",
        "Gain 1 Coin , or none.",
        "You gains 1 Coin.",
        "Announce: “Hello.",
        "Give 1 Coin to they.",
        "gain 1 Coin.",
        "Gain 1 Coin",
        "Gain $n Coins.",
    ],
)
def test_a_fault_is_found(text: str) -> None:
    assert faults_in(text)
