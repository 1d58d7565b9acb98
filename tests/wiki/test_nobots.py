"""Talk pages that ask bots to stay away."""

import pytest

from nomic.wiki.editor_messages.nobots import CALL, keeps_away
from tests.support.executed_lines import steps_of
from tests.support.regex_backtracking import Counted, with_a_deep_stack


@pytest.mark.parametrize(
    "text",
    [
        "{{nobots}}",
        "Hello\n{{Nobots}}\n",
        "{{ nobots }}",
        "{{NOBOTS|x}}",
        "{{Template:Nobots}}",
        "{{bots|deny=all}}",
        "{{bots|deny=Other Bot, Nomic Host}}",
        "{{Bots| deny = nomic_host }}",
        "{{bots|allow=none}}",
        "{{bots|allow=Other Bot}}",
        "{{bots|allow=}}",
        "{{bots|optout=all}}",
        "{{bots|optout=nosource}}",
        "{{bots}} {{bots|deny=all}}",
        "<!-- {{nobots}} -->",
    ],
)
def test_a_talk_page_keeps_us_away(text: str) -> None:
    assert keeps_away(text, "Nomic Host")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{{bots}}",
        "{{bots|allow=all}}",
        "{{bots|allow=Other Bot,Nomic Host}}",
        "{{bots|deny=none}}",
        "{{bots|deny=Other Bot}}",
        "{{bots|optout=none}}",
        "{{robots|deny=all}}",
        "{{nobots",
        "nobots",
        "{{bots are nice}}",
    ],
)
def test_a_talk_page_does_not(text: str) -> None:
    assert not keeps_away(text, "Nomic Host")


@pytest.mark.parametrize("piece", ["{{", "{{bots|", "{{ ", "{{nobots ", "{{t:", "{{bots|a=b|", "{{_"])
@pytest.mark.parametrize("begins", ["", "{{", "{{bots|"])
def test_a_long_talk_page_is_read_in_linear_time(begins: str, piece: str) -> None:
    """MediaWiki takes 2 MiB. What the pattern and what Python does is counted, and not timed."""

    pattern = Counted(CALL)

    def tried(count: int) -> int:
        page = begins + piece * count
        return int(with_a_deep_stack(lambda: pattern.search_all(page, 10**6)))

    def read(count: int) -> int:
        page = begins + piece * count + "}}"
        return steps_of(lambda: keeps_away(page, "Nomic Host"))

    assert 400 < tried(400) < 4.2 * tried(100)
    assert read(400) < 4.2 * read(100)
    assert not keeps_away(begins + piece * (2_000_000 // len(piece)), "Nomic Host")
