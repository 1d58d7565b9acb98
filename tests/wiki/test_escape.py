# ruff: noqa: E501 - the list of attacks is read more easily in wide lines
"""Hostile words on a wiki page: they are shown as typed, and do nothing."""

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nomic.wikitext.escape import (
    Wikitext,
    attribute,
    block,
    inline,
    join_wikitext,
    normalise_text,
    page_link,
    preformatted,
)
from tests.wiki.conftest import Someone
from tests.wiki.html import probes

ATTACKS = [
    "'''bold''' and ''italic''", "'''''", "[[Main Page]]", "[[Main Page|words]]", "[[File:Evil.png|thumb]]", "[[Category:Evil]]",
    "[[de:Evil]]", "[https://evil.example evil]", "https://evil.example/a?b=c", "//evil.example", "[//evil.example x]",
    "mailto:evil@example.org", "irc://evil.example", "{{Evil}}", "{{subst:Evil}}", "{{#if:1|yes|no}}", "{{PAGENAME}}", "{{!}}",
    "{{{1|evil}}}", "{{DISPLAYTITLE:Evil}}", "{{DEFAULTSORT:Evil}}", "<b>bold</b>", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "<div style='position:fixed'>x", "</div></div></div>", "</td></tr></table>", "<nowiki>", "</nowiki>",
    "<nowiki>''x''</nowiki>", "<nowiki/>", "<pre>", "</pre>", "<ref>evil</ref>", "<references/>", "<gallery>", "<math>x</math>",
    "<includeonly>", "<noinclude>", "<onlyinclude>", "<!-- hidden -->", "<!--", "-->", "<!-- nomic:end -->",
    "<!-- nomic:begin x -->", "&lt;b&gt;", "&amp;lt;", "&#91;&#91;Main Page]]", "&#x5b;", "&nbsp;", "&", "~~~", "~~~~", "~~~~~",
    "__TOC__", "__NOTOC__", "__NOINDEX__", "__FORCETOC__", "== Heading ==", "=Heading=", "= x", "x =", "x ==\n", "* list", "# list",
    ": indented", "; term : definition", "; term", " leading blank", "----", "-----x", "{| class=x", "|}", "|-", "| cell", "! header",
    "|| cell", "!! header", "|+ caption", "a || b", "a !! b", "-{zh:x}-", "-{x}-", "- x", "-", "+", "+1", "-1", "--", "---", "a--b",
    "#REDIRECT [[Main Page]]", "RFC 2616", "PMID 1234", "ISBN 0-306-40615-2", "RFC 1 PMID 2 ISBN 0306406152", "\x00\x01\x07",
    "\x7fUNIQ--nowiki-00000000-QINU\x7f", "'\"`UNIQ--x-0-QINU`\"'", "\ud800", "\udfff x", "a\rb", "a\r\nb", "a\n\nb", "a\n* b", "a\n== b ==",
    "a\n{|\nb", "a\n b", "a\n|}", "a\x0bb\x0cc", "a\u2028b\u2029c", "a\x85b", "\u202eevil\u202c", "\u2066x\u2069", "e\u0301", "\u0344", "\ufffe\uffff",
    "\u200b[[x]]", "a\u00a0b", "Ａ＝Ｂ", "％", "𝔸 🝬 👾", "e" + "\u0301" * 30, "'", '"', "''", "x'", "'x", "\\", "`", "^", "$1", "%s", "%26", "{", "}",
    "[", "]", "[[", "]]", "{{", "}}", "{{{", "}}}", "<", ">", "</", "/>", "//", "://", ":", "::", ";", "!", "!!", "_", "__", "=", "==", "#", "##", "*", "**", "~", "|",
    "||", "http:", "https:/", "/", "\\n", "\ufeff", "\u200b", "<br />", "<br>", "<hr>", "<poem>", "<templatestyles src=x />", "<indicator name=x>y</indicator>",
]  # fmt: skip

Context = Callable[[Wikitext], str]

CONTEXTS: dict[str, Context] = {
    "a paragraph": lambda words: f"{words}",
    "a sentence": lambda words: f"Before {words} after.",
    "after a word": lambda words: f"Before{words}",
    "before a word": lambda words: f"{words}after",
    "a list's point": lambda words: f"* {words}",
    "a deep point": lambda words: f"* x\n** {words}\n* y",
    "a numbered point": lambda words: f"# {words}",
    "an indented line": lambda words: f": {words}",
    "a definition": lambda words: f"; term\n: {words}",
    "a heading": lambda words: f"== {words} ==",
    "a heading after a number": lambda words: f"=== 3.1 {words} ===\ntext",
    "a cell": lambda words: '{| class="wikitable"\n|-\n| ' + words + "\n| other\n|}",
    "a cell beside others": lambda words: "{|\n|-\n| one || " + words + " || three\n|}",
    "a header": lambda words: "{|\n! " + words + " !! two\n|-\n| 1 || 2\n|}",
    "a caption": lambda words: "{|\n|+ " + words + "\n|-\n| 1\n|}",
    "bold": lambda words: f"<b>{words}</b> and more",
    "a link's words": lambda words: f"See [[Main Page|{words}]] here",
    "after a link": lambda words: f"[[Main Page]] {words}",
    "an element": lambda words: f'<span class="x">{words}</span>',
}


def expected(text: str) -> str:
    """What a reader is to see: the words as typed, as far as MediaWiki can keep them at all."""
    text = re.sub("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", text)
    text = re.sub("[\x00-\x08\x0e-\x1b\x1f\x7f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
    return " ".join(unicodedata.normalize("NFC", text).split())


def compare(someone: Someone, context: Context, texts: list[str]) -> None:
    """Every text gives the same elements as a harmless word would, and is read as it was typed."""
    page = "__NOTOC__\n" + "\n\n".join(
        f'<div class="probe">\n{context(words)}\n</div>' for words in [Wikitext("harmless"), *map(inline, texts)]
    )
    parsed = someone.parse(page)
    harmless, *found = probes(parsed["text"])
    assert len(found) == len(texts)
    for text, probe in zip(texts, found, strict=True):
        assert (probe.elements, probe.words) == (
            harmless.elements,
            expected(harmless.words.replace("harmless", expected(text))),
        ), text
    assert {entry["title"] for entry in parsed["links"]} <= {"Main Page"}
    assert not parsed["templates"]
    assert not parsed["categories"]
    assert not parsed["images"]


def shown(text: str) -> bool:
    return bool(expected(text))


@pytest.mark.parametrize(
    "plain", ["Ada's turn", "It ends: 12:30.", '“Two” of them; "it\'s" #1!? No', "snake_case", "2 * 3", "Stop! Now"]
)
def test_a_source_can_be_read_where_nothing_can_happen(plain: str) -> None:
    """Entities stand only where a character could begin something."""
    assert inline(plain) == plain


def test_no_page_has_a_line_that_a_colon_ends() -> None:
    """After a semicolon, MediaWiki takes any colon for the end of a term."""
    lines = [line for path in Path("templates/wiki").glob("*.wiki") for line in path.read_text().splitlines()]
    assert not [line for line in lines if line.lstrip("*#:").startswith(";")]


def test_an_attribute_ends_where_it_should() -> None:
    assert attribute("a \" onclick='x' > b") == "a &#34; onclick&#61;&#39;x&#39; &#62; b"


@pytest.mark.wiki
@pytest.mark.parametrize("name", CONTEXTS)
def test_every_attack_is_shown_as_typed(reader: Someone, name: str) -> None:
    """No attack changes a page's elements in any place where the templates write people's words."""
    compare(reader, CONTEXTS[name], [text for text in ATTACKS if shown(text)])


PIECES = st.sampled_from(
    [attack for attack in ATTACKS if len(attack) < 12]
    + list("[]{}|<>&;=*#:'\"~_!-+/ \n\tRFCISBN12")
    + ["[[", "]]", "{{", "}}", "{|", "|}", "|-", "<!--", "-->", "&#", "RFC ", "http://", "--", "a", "Ω", " 1"]
)
NASTY = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30)


@pytest.mark.wiki
@hypothesis_settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(NASTY.filter(shown), min_size=60, max_size=120), name=st.sampled_from(sorted(CONTEXTS)))
def test_any_text_is_shown_as_typed(texts: list[str], name: str, served_mediawiki: object) -> None:
    """The same for texts put together at random."""
    compare(Someone(served_mediawiki), CONTEXTS[name], texts)  # type: ignore[arg-type]


@pytest.mark.wiki
def test_a_block_keeps_its_lines(reader: Someone) -> None:
    """In a block every line break is one `<br />`, and nothing else of a line is markup."""
    texts = [text for text in ATTACKS if shown(text)]
    parsed = reader.parse(
        "\n\n".join(f'<div class="probe">\n{block(f"one{chr(10)}{text}{chr(10)}end")}\n</div>' for text in texts)
    )
    for text, probe in zip(texts, probes(parsed["text"]), strict=True):
        assert set(probe.elements) == {"p", "br"}, text
        assert probe.words == expected(f"one {expected(text)} end")
    assert not parsed["links"]


@pytest.mark.wiki
def test_preformatted_text_keeps_blanks_and_lines(reader: Someone) -> None:
    """A source is read as it is, whatever tags are in it."""
    texts = [text for text in ATTACKS if shown(text)]
    parsed = reader.parse(
        "\n\n".join(f'<div class="probe">\n{preformatted(f"  one{chr(10)}{text}")}\n</div>' for text in texts)
    )
    for text, probe in zip(texts, probes(parsed["text"]), strict=True):
        assert probe.elements == ["pre"], text
        assert probe.words == expected(f"one {expected(text)}")
        assert probe.text.lstrip("\n").startswith("  one\n")


@pytest.mark.wiki
def test_the_wiki_keeps_a_normalised_text_as_it_is(wiki_admin: Someone, title: str) -> None:
    """What is normalised here comes back from the wiki to the byte: otherwise every page would look edited."""
    text = normalise_text(
        "\n\n".join(f"x {attack}" for attack in ATTACKS if "~~~" not in attack and "subst" not in attack) + " \n\n"
    )
    wiki_admin.edit(title, text)
    assert wiki_admin.read(title) == text


def test_wikitext_is_not_escaped_twice() -> None:
    """What is wikitext already stays as it is, and only there."""
    assert inline(inline("[[x]]")) == inline("[[x]]") == "&#91;&#91;x&#93;&#93;"
    assert block(Wikitext("'''x'''")) == "'''x'''"
    assert type(Wikitext("a") + "b") is str
    assert inline(Wikitext("a") + "[") == "a&#91;"
    assert join_wikitext(", ", [inline("a"), inline("[")]) == "a, &#91;"


@pytest.mark.parametrize("title", ["Evil]]", "A|B", "{{x}}", "a\nb", "<b>", "x&y", "~~~"])
def test_only_our_own_titles_are_linked(title: str) -> None:
    """A link's target is made of our own slugs."""
    with pytest.raises(ValueError, match="not a title of ours"):
        page_link(title, "words")


def test_a_link_shows_anybodys_words() -> None:
    """Its words may be anybody's."""
    assert page_link("Hall/Proposal 1", "a]] b") == "[[Hall/Proposal 1|a&#93;&#93; b]]"


@given(st.text())
@example("\ud800\r\n\t ")
def test_normalising_again_changes_nothing(text: str) -> None:
    """A normalised text is normal."""
    assert normalise_text(normalise_text(text)) == normalise_text(text)
