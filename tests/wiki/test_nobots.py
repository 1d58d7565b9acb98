"""Talk pages that ask bots to stay away."""

import time

import pytest

from nomic.wiki.words.nobots import keeps_away


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
def test_a_long_talk_page_is_read_in_linear_time(piece: str) -> None:
    """MediaWiki takes 2 MiB."""
    began = time.process_time()
    assert not keeps_away(piece * (2_000_000 // len(piece)), "Nomic Host")
    assert time.process_time() - began < 5
