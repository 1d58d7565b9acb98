"""Reading wikitext: each sign once, whatever it is among, and what comes of it is balanced."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings

from nomic.law.schema.text_types import MAX_TEXT
from nomic.wikitext import tokenizer
from nomic.wikitext.tokenizer import MAX_DEPTH, MAX_MARKS, read
from nomic.wikitext.tokens import (
    INLINE_TAGS,
    Break,
    Character,
    Divider,
    Ending,
    LineEnd,
    Literal,
    Marks,
    Opening,
    PageLink,
    Piece,
    Unread,
    WebLink,
    Words,
)
from tests.support.example_counts import examples
from tests.support.executed_lines import steps_of
from tests.support.hostile_wikitext import PIECES, markup

QUADRATIC_ELSEWHERE = ("<b>''</b>", "<div>''</div>", "{|\n|''\n|}\n", "<b>''", "''<b>'''</b>", "[[''", "== ''\n", "&#x")


def names(text: str) -> list[str]:
    """What opens and ends in a text, the words between."""
    shown = []
    for piece in read(text):
        match piece:
            case Opening(name):
                shown.append(f"<{name}>")
            case Ending(name):
                shown.append(f"</{name}>")
            case Words(words) if words:
                shown.append(words)
            case LineEnd():
                shown.append("\n")
    return shown


def steps(text: str) -> int:
    return steps_of(lambda: read(text))


@pytest.mark.parametrize("unit", [*PIECES, *QUADRATIC_ELSEWHERE])
def test_a_text_twice_as_long_is_twice_the_work(unit: str) -> None:
    """One kind of sign again and again, opened, closed or neither."""
    once, twice = (steps((unit * length)[:length]) for length in (1_500, 3_000))
    assert twice <= 2.1 * once + 200


@settings(max_examples=examples(60))
@given(markup)
def test_no_mix_of_signs_costs_more_than_its_length(unit: str) -> None:
    """Whatever is repeated: unclosed tags, nested templates, links, tables, lists, quotes, remarks."""
    once, twice = (steps((unit * length)[:length]) for length in (1_000, 2_000))
    assert twice <= 2.2 * once + 400
    assert once <= 100 * 1_000


@pytest.mark.parametrize("unit", QUADRATIC_ELSEWHERE)
def test_the_longest_text_has_a_bound_of_its_own(unit: str) -> None:
    """No text of the longest that can be law takes more than so many steps for each sign that is read."""
    assert steps((unit * MAX_TEXT)[:MAX_TEXT]) <= 120 * MAX_MARKS


def test_no_expression_can_go_back_far() -> None:
    """In the expressions that look for signs, whatever may repeat without an end keeps what it took."""

    def repeats(parsed: Any) -> Iterator[tuple[str, int]]:
        for operation, argument in parsed:
            if str(operation) in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                yield str(operation), argument[1]
            for part in argument if isinstance(argument, tuple | list) else ():
                for inner in part if isinstance(part, list) else [part]:
                    if hasattr(inner, "data"):
                        yield from repeats(inner)

    expressions = [value for value in vars(tokenizer).values() if isinstance(value, re.Pattern)]
    assert len(expressions) >= 5
    for expression in [*expressions, *tokenizer.ENDS.values()]:
        found = list(repeats(re._parser.parse(expression.pattern, expression.flags)))  # type: ignore[attr-defined]
        assert all(kind == "POSSESSIVE_REPEAT" or most <= 2_000 for kind, most in found), expression.pattern


def test_what_is_too_much_is_not_read() -> None:
    """After so many signs the rest is one piece, and what was open then opens nothing."""
    text = "<div>" + "''a'' " * MAX_MARKS
    *before, rest = read(text)
    assert isinstance(rest, Unread)
    assert before[0] == Words("<div>")
    assert len(before) <= 4 * MAX_MARKS
    assert text.endswith(rest.text)
    assert not any(isinstance(piece, Unread) for piece in read("''a'' " * (MAX_MARKS // 2)))


@given(markup)
def test_what_opens_ends(text: str) -> None:
    """To each opening one ending, rightly within each other, none too deep; rows in tables, cells in rows."""
    opened: list[str] = []
    for piece in read(text):
        match piece:
            case Opening(name, by_sign=True) if name in ("tr", "caption", "td", "th"):
                assert opened[-1] == ("tr" if name in ("td", "th") else "table")
                opened.append(name)
            case Opening(name):
                opened.append(name)
            case Ending(name):
                assert opened.pop() == name
            case LineEnd():
                assert not any(re.fullmatch("h[1-6]", name) for name in opened)
        assert sum(name not in ("tr", "td", "th", "caption") for name in opened) <= MAX_DEPTH + 2 * MAX_DEPTH
    assert opened == []


@given(markup)
@example("='' ==")
@example("=== a =")
def test_nothing_is_lost(text: str) -> None:
    """What is read as words, signs, links and literal text is the text; only remarks and tables are less."""
    if "<!--" in text or "{|" in text:
        return
    unsaid = re.compile(r"\s|<br>|<hr>|----|</?nowiki>|</?pre>")
    assert unsaid.sub("", "".join(map(source_of, read(text)))) == unsaid.sub("", text)


def source_of(piece: Piece) -> str:
    """How a piece was written, as far as it says."""
    match piece:
        case Words(text) | Unread(text) | Literal(_, text) | Marks(text):
            return text
        case LineEnd() | Divider() | Break():
            return ""
        case _:
            return piece.source


def test_quotes() -> None:
    """Two are italic, three bold, five both; others are quotes, and what does not end in its line is one too."""
    assert names("''a''") == ["<i>", "a", "</i>"]
    assert names("'''''a'' b'''") == ["<b>", "<i>", "a", "</i>", " b", "</b>"]
    assert names("'''''a''' b''") == ["<i>", "<b>", "a", "</b>", " b", "</i>"]
    assert names("''''a'''") == ["'", "<b>", "a", "</b>"]
    assert names("'''''a'''''") == ["<i>", "<b>", "a", "</b>", "</i>"]
    assert names("''a\nb''") == ["''", "a", "\n", "b", "''"]
    assert names("''a'''b''c") == ["<i>", "a", "'''", "b", "</i>", "c"]
    assert names("''a <b>''</b> c''") == ["<i>", "a ", "<b>", "''", "</b>", " c", "</i>"]


def test_tags() -> None:
    """What is closed takes away what was opened since; what nobody knows, or is closed already, is words."""
    assert names("<b>a<i>b</b>c</i>") == ["<b>", "a", "<i>", "b", "</b>", "c", "</i>"]
    assert names("<B class=x>a</b >") == ["<b>", "a", "</b>"]
    assert names("<script>a</script>") == ["<script>", "a", "</script>"]
    assert [type(piece) for piece in read("<b>a<i>b</b>c</i>")] == [Opening, Words, Words, Words, Ending, Words, Words]


def test_a_block_in_an_item_of_a_list_ends_with_it() -> None:
    """An item ends with its line: a block that is open then opens nothing, and cannot end what stands around it."""
    assert [piece.name for piece in read("* <div>a</div>\n* <div>b\n</div>") if isinstance(piece, Opening)] == ["div"]
    assert [type(piece) for piece in read("* <div>b\n</div>")][1:] == [Words, Words, Words, LineEnd, Words]


def test_headings() -> None:
    """A line between signs; as many as stand at both ends make its level."""
    assert names("== A ==") == ["<h2>", "A", "</h2>"]
    assert names("=== A ==\nb") == ["<h2>", "=", "A", "</h2>", "\n", "b"]
    assert names("a\n== A") == ["a", "\n", "== ", "A"]
    assert names("== a <div>b</div> ==") == ["== ", "a ", "<div>", "b", "</div>", " ", "=="]
    assert names("==") == ["=="]


def test_tables() -> None:
    """Rows and cells that the text leaves out are there; signs without a table around them are words."""
    assert "".join(names("{|\n| a || b\n|-\n! c\n|}")) == (
        "<table><tr><td> a </td><td> b\n</td></tr><tr><th> c\n</th></tr></table>"
    )
    assert names("{|\na\n|}") == ["<table>", "<tr>", "<td>", "a", "\n", "</td>", "</tr>", "</table>"]
    assert names("| a || b") == ["| a ", "||", " b"]
    assert names("{|\n| a") == ["{|", "\n", "|", " a"]
    assert names("{|\n|<div>a || b\n|}</div>") == (
        ["<table>", "<tr>", "<td>", "<div>", "a ", "</td>", "<td>", " b", "\n", "</td>", "</tr>", "</table>", "</div>"]
    )


def test_attributes_are_kept_as_they_were_written() -> None:
    """Of tags, tables, rows and cells; who writes them down looks at them."""
    opened = [piece for piece in read('{| class=x\n| a="b" | <i lang=de>c</i>\n|}') if isinstance(piece, Opening)]
    assert [(piece.name, piece.attributes.strip()) for piece in opened] == [
        ("table", "class=x"),
        ("tr", ""),
        ("td", 'a="b"'),
        ("i", "lang=de"),
    ]
    assert opened[-1].name in INLINE_TAGS


def test_links() -> None:
    """To pages, to addresses in brackets, and to addresses among words, which do not take the sentence's stop."""
    page, _, bracketed, _, bare, *rest = read("[[A|''b'']] [http://c.example d] (http://e.example/f).")
    assert isinstance(page, PageLink)
    assert (page.target, page.has_words, len(page.inside)) == ("A", True, 3)
    assert isinstance(bracketed, WebLink)
    assert (bracketed.address, bracketed.inside) == ("http://c.example", (Words("d"),))
    assert isinstance(bare, Words | WebLink)
    assert [piece for piece in [bare, *rest] if isinstance(piece, WebLink)] == [
        WebLink("http://e.example/f", "http://e.example/f", False)
    ]


@pytest.mark.parametrize(
    "sign", ['"', '" ', "\t", "\u00a0", "\u3000", "\x0b", "\x1f", "\x7f", "\ufeff", "\ufffd", "''"]
)
def test_an_address_ends_where_the_wiki_ends_it(sign: str) -> None:
    """At a quotation mark, two quotes, a blank of any kind, a control sign: what follows is the link's words.

    So no address takes with it what stands after it, with a bracket around it or without.
    """
    address = "https://a.example/b'c|d?e=f(g)"
    for inside in (f"{address}{sign}f", f"{address}{sign}"):
        link = next(piece for piece in read(f"[{inside}]") if isinstance(piece, WebLink))
        assert (link.source, link.address, link.in_brackets) == (f"[{inside}]", address, True)
    address = address.replace("|", "")
    first, *rest = read(f"{address}{sign}f")
    assert first == WebLink(address, address, False)
    assert not any(isinstance(piece, WebLink) for piece in rest)
    assert WebLink not in map(type, read(f"[https://{sign}f]"))


def test_the_words_of_an_address_in_brackets() -> None:
    """They begin where the address ends, with or without a blank; an address too long for one has none of them."""
    for source, words in (('"b" c', '"b" c'), (' "b"', '"b"'), ("\u00a0\u00a0b", "b"), ("\ufeffb", "\ufeffb")):
        assert read(f"[http://a.example{source}]")[0] == WebLink(
            f"[http://a.example{source}]", "http://a.example", True, (Words(words),)
        )
    too_long = f"[http://{'a' * (2000 + 1)}]"
    assert not any(isinstance(piece, WebLink) and piece.in_brackets for piece in read(too_long))


def test_entities() -> None:
    """Those that stand for a character that a text can hold."""
    assert read("&eacute;&#65;&#x42;") == [
        Character("&eacute;", "é"),
        Character("&#65;", "A"),
        Character("&#x42;", "B"),
    ]
    for none in ("&bogus;", "&#0;", "&#xD800;", "&#x110000;", "&#x202E;", "&#99999999;", "& amp;"):
        assert all(isinstance(piece, Words) for piece in read(none))
