"""What rules may say beyond their words; and that no reader is shown less of a law, or another, than its words."""

import pytest

from nomic.wikitext import allowlist
from nomic.wikitext.allowlist import CLASSES
from nomic.wikitext.tokenizer import read
from nomic.wikitext.tokens import TAGS, Opening, Words


@pytest.mark.parametrize(
    ("name", "written", "kept"),
    [
        ("table", "class=wikitable", {"class": "wikitable"}),
        ("table", ' class="wikitable sortable mw-collapsed" id="x"', {"class": "wikitable sortable"}),
        ("table", "style='display:none' border=1", {}),
        ("ol", 'start="4" reversed="reversed" type=a', {"start": "4", "reversed": "reversed", "type": "a"}),
        ("ol", "start=4px type=z", {}),
        ("li", "value=-3 class=noprint", {"value": "-3"}),
        ("th", 'scope="col" align=left ALIGN=right', {"scope": "col", "align": "left"}),
        ("td", "scope=col valign=top", {"valign": "top"}),
        ("span", 'lang="de-CH" dir=rtl title="not so" hidden=hidden onclick=x', {"lang": "de-CH"}),
        ("span", "class=wikitable lang='x y' data-x=1 aria-hidden=true role=none tabindex=1", {}),
        ("p", "data-lang=de class = 'mw-empty-elt'", {}),
    ],
)
def test_attributes(name: str, written: str, kept: dict[str, str]) -> None:
    """The first of a kind, where its element may have it and its value is one there is."""
    assert allowlist.attributes(name, written) == kept


@pytest.mark.parametrize(
    "hiding",
    [
        "mw-empty-elt", "noprint", "mw-collapsed", "mw-collapsible", "nomobile", "navbox", "metadata", "hidden",
        "visually-hidden", "mw-editsection", "ambox", "emptyportlet", "client-js", "sr-only",
    ],
)  # fmt: skip
def test_no_class_hides(hiding: str) -> None:
    """What is not known to do no harm is dropped, whatever it is set on."""
    for name in TAGS:
        assert allowlist.attributes(name, f'class="{hiding}"') == {}
    assert hiding not in CLASSES


@pytest.mark.parametrize(
    ("address", "may"),
    [
        ("https://a.example/b?c=1&d=2#e", True),
        ("HTTP://a.example:80", True),
        ("mailto:a.b+c@d.example", True),
        ("mailto:a@b.example?subject=x", False),
        ("mailto:a", False),
        ("ftp://a.example", False),
        ("//a.example", False),
        ("javascript:x", False),
        ("data:text/html,x", False),
        ("https://a.example/&lt;b", False),
        ("https://a.example/&#91;", False),
        ("https://a.example/&lt", False),
        ('https://a.example/"x', False),
    ],
)
def test_addresses(address: str, may: bool) -> None:
    """Only http, https and mailto, and nothing in them that a page would read as anything else."""
    assert allowlist.is_address(address) is may


def slots(source: str) -> list[tuple[int, int]]:
    """Every place of a table that a cell lies on, as browsers lay them: where two lie on one it is there twice."""
    taken: list[tuple[int, int]] = []
    row, column = -1, 0
    for piece in read(source):
        if not isinstance(piece, Opening) or piece.name not in ("tr", "td", "th"):
            continue
        if piece.name == "tr":
            row, column = row + 1, 0
            continue
        while (row, column) in taken:
            column += 1
        wide, tall = piece.spans
        taken += [(row + down, column + across) for down in range(tall) for across in range(wide)]
        column += wide
    return taken


@pytest.mark.parametrize(
    "source",
    [
        "{|\n| a || rowspan=2 | b\n|-\n| colspan=2 | c\n|}",
        "{|\n| a || rowspan=3 | b || c\n|-\n| colspan=9 rowspan=2 | d\n|-\n| colspan=2 | e || f\n|}",
        "<table><tr><td>a<td rowspan=20>b<tr><td colspan=20>c<tr><td>d<td colspan=2>e</table>",
    ],
)
def test_no_cell_lies_on_another(source: str) -> None:
    """Whoever wrote the upper one would hide the lower."""
    found = slots(source)
    assert len(found) > 3
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a<!-- unless it is Monday -->b", "a<!-- unless it is Monday -->b"),
        ("{|\n| costs five | costs three\n|}", " costs five | costs three"),
        ("{|\n|+ one\n|+ two\n| x\n|}", " one two x"),
        ("<small><small><small>x</small></small></small>", "<small>x</small>"),
        ("<sub><small><sup>x</sup></small></sub>", "<sup>x</sup>"),
        ("<table><tr><td>a</td>not b</tr></table>", "anot b"),
        ("<ul>none<li>a</ul>", "nonea"),
        ("<td>a</td> <li>b</li>", "<td>a</td> <li>b</li>"),
    ],
)
def test_words_that_would_not_be_seen_are_seen(source: str, words: str) -> None:
    """Remarks, a cell's words in the place of its attributes, second captions, words made smaller and smaller."""
    pieces = read(source)
    assert "".join(piece.text for piece in pieces if isinstance(piece, Words)) == words


def test_an_indent_has_an_end() -> None:
    """Words are not pushed off the page: quotations and lists by tags stand four deep, and what is more is words."""
    pieces = read("<blockquote>" * 9 + "x" + "</blockquote>" * 9)
    assert sum(isinstance(piece, Opening) for piece in pieces) == 4
