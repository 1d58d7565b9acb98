"""Wikitext that players voted on: its markup works, and nothing in it reaches beyond it."""

import re
from html import unescape

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nomic.cycles.models import Cycle
from nomic.web.rendering.rule_html import rule_html
from nomic.web.rendering.wikitext_html import to_html
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from nomic.wiki.publishing import markers
from nomic.wikitext.allowlist import CLASSES
from nomic.wikitext.tokenizer import MAX_MARKS
from nomic.wikitext.wiki_writer import TOO_MUCH, rule_wikitext
from tests.support.example_counts import examples
from tests.support.executed_lines import steps_of
from tests.support.hostile_wikitext import markup
from tests.wiki.conftest import Someone
from tests.wiki.html import Probe, probes
from tests.wiki.test_escape import ATTACKS
from tests.wiki.test_pages import change_law
from tests.wiki.test_pages import page_of as page_of_cycle

ESCAPING = [
    *ATTACKS,
    "{| class=wikitable\n| never closed",
    "{|\n|-\n| a\n{|\n| b\n",
    "|}\n|}\n|}",
    "<div><div><div>",
    "<table><tr><td>",
    "<b><i><s>",
    "<div style='display:none'>",
    "<nowiki>\n",
    "<pre>\n never closed",
    "<ref name=x>",
    "<syntaxhighlight lang=python>",
    "<math>",
    "== A ==\n=== B ===\ntext",
    "=A=",
    "<h2>Heading</h2>",
    "<h2>",
    "a\n== B == <!-- x -->",
    "<!-- x -->== B ==",
    "'''bold\n\n''italic",
    "[[Main Page|''never closed",
    "[https://a.example ''x",
    "[[Category:Evil|key]]",
    "[[de:Evil]]",
    "[[File:Evil.png|thumb|caption]]",
    "https://a.example/__TOC__ https://a.example/~~~~ [https://a.example/__NOTOC__ x] https://a___TOC__",
    "{{Template}}\n{{:Page}}\n{{#tag:ref|x}}",
    "__TOC__\n__NOTOC__\n__NOEDITSECTION__",
    "[[a__NOTOC__b]]",
    "* one\n** two\n* <b>three\n# four\n; five : six\n:: seven\n:* eight",
    "x\n----\ny",
    "&lt;/div&gt;",
    "<span class='x\"><b>y'>z</span>",
    '<span class="a" title="}}]]|">z</span>',
    "<DIV>x</DIV><Br><BR/>",
    "<br",
    "<div",
    "<div class=",
    "<p>a<p>b",
    "<ul><li>a<li>b</ul>",
    "<li>x",
    "<td>x</td>",
    "<tr><td>x</td></tr>",
    "{|\n! a !! b\n|-\n| 1 || 2\n|}",
    "{|\n|+ caption\n| cell\n* list\n|}",
    "<center><table><tr><td><div>x</table>",
    "<blockquote>\n== x ==\n</blockquote>",
    "<s>a</b>c</s>",
    "<i><div>x</i></div>",
    "<b>x</b",
    "* <div>a\n</div>b",
    "* a\n* <div>b\n* c</div>\n</div>",
    ": <table><tr><td>a\n</td></tr></table>b",
    ":{|\n| <div>a\n|}</div>\n::{|\n| b\n|}",
    "<ul><li>a</ul></li><li>b\n* <ol><li>c</ol>\n</ul>",
    "<table><tr><td>a</table><tr>\n{|\n</td>|</tr></table>|}",
    "<dl><li>a<dt>b</dl><table><caption>a<caption>b<ul></table></ul>",
    "https://a.example/&#91;&#91;x&#93;&#93;",
    "[https://a.example/&lt;b&gt;&amp;{{x}} y] [mailto:a@b.example?x=__TOC__ y]",
    "<br>==\n* /></pre>|}<div>|\n__TOC__----</div></pre>",
]
TOKENS = (
    "'' ''' [[ ]] {{ }} <b> </b> <div> </div> <table> </table> <tr> <td> </td> <nowiki> </nowiki> <pre> </pre> <!-- "
    "--> <ref> <br> {| |} |- | || ! = == ---- __TOC__ ~~~~ &amp; &#91; < > class=x /> <h2> <p> a https://a.example/"
)
LINES = ("\n", "\n\n", "\n* ", "\n# ", "\n; ", " : ", "\n:", "\n ", "word ", "Main Page", "[https://a.example x]")
MARKUP = st.sampled_from((*TOKENS.split(), *LINES))
SOURCES = st.lists(MARKUP, max_size=25).map("".join)


def page_of(bodies: list[str]) -> str:
    """A page as the ruleset is: each body under a heading of its own, with a word of ours behind it."""
    return "__NOEDITSECTION__ __NOTOC__\n" + "\n\n".join(
        f'<div class="probe">\n== Rule {number} ==\n{body}\n\nend of rule {number}\n</div>'
        for number, body in enumerate(bodies)
    )


def check_contained(someone: Someone, sources: list[str]) -> None:
    """Every body stays in its own rule: our headings are the page's, our words come after it, nothing else happens."""
    parsed = someone.parse(page_of([rule_wikitext(source) for source in sources]))
    assert [section["line"] for section in parsed["sections"]] == [f"Rule {number}" for number in range(len(sources))]
    found = probes(parsed["text"])
    assert len(found) == len(sources)
    for number, (source, probe) in enumerate(zip(sources, found, strict=True)):
        assert probe.words.startswith(f"Rule {number}"), source
        assert probe.words.endswith(f"end of rule {number}"), source
        assert not {"script", "img", "style", "iframe", "form", "input", "meta", "link"} & set(probe.elements), source
    assert not parsed["templates"]
    assert not parsed["categories"]
    assert not parsed["images"]


@pytest.mark.wiki
def test_no_body_reaches_beyond_its_rule(reader: Someone) -> None:
    """Nothing that is left open, closed too often or known to MediaWiki only changes what comes after it."""
    check_contained(reader, ESCAPING)


@pytest.mark.wiki
@hypothesis_settings(max_examples=examples(30), suppress_health_check=list(HealthCheck))
@given(st.lists(SOURCES, min_size=30, max_size=60))
def test_no_text_reaches_beyond_its_rule(served_mediawiki: object, sources: list[str]) -> None:
    """The same for wikitext put together at random."""
    check_contained(Someone(served_mediawiki), sources)  # type: ignore[arg-type]


@given(SOURCES | st.text())
def test_no_body_holds_a_marker(source: str) -> None:
    """A body can neither end the system's part of a page nor begin another."""
    page = markers.Parts("", rule_wikitext(source + markers.END + markers.BEGIN + source), "").page()
    assert markers.split(page) is not None
    assert page.count("<!--") == 2


@pytest.mark.wiki
def test_the_wiki_keeps_a_body_as_it_was_sent(wiki_admin: Someone, title: str) -> None:
    """Nothing in a body is changed on saving, as a signature or a `subst:` would be."""
    text = "\n\n".join(f"x {rule_wikitext(source)} x" for source in ESCAPING)
    wiki_admin.edit(title, text)
    assert wiki_admin.read(title) == text


@pytest.mark.wiki
@pytest.mark.parametrize(
    ("source", "elements", "words"),
    [
        ("plain words", ["p"], "plain words"),
        ("'''bold''' and ''italic''", ["p", "b", "i"], "bold and italic"),
        ("* one\n* two\n** three", ["ul", "li", "li", "ul", "li"], "one two three"),
        ("# one\n# two", ["ol", "li", "li"], "one two"),
        ("; term : words", ["dl", "dt", "dd"], "term words"),
        ("one\n\ntwo", ["p", "p"], "one two"),
        ("one\n----\ntwo", ["p", "hr", "p"], "one two"),
        ("see [[Main Page]]", ["p", "a"], "see Main Page"),
        ("see [[Main Page|the ''first'' page]]", ["p", "a", "i"], "see the first page"),
        ("[https://a.example/b words]", ["p", "a"], "words"),
        ("https://a.example/b", ["p", "a"], "https://a.example/b"),
        ("a &mdash; b", ["p"], "a — b"),
        ("<nowiki>'''x'''</nowiki>", ["p"], "'''x'''"),
        ("<pre>a\n  b</pre>", ["pre"], "a b"),
        ("x<sub>1</sub> <s>y</s>", ["p", "sub", "s"], "x1 y"),
        ("== Heading ==\nwords", ["div", "b", "p"], "Heading words"),
        (
            "{| class=wikitable\n! a !! b\n|-\n| 1 || 2\n|}",
            ["table", "tbody", "tr", "th", "th", "tr", "td", "td"],
            "a b 1 2",
        ),
        ("{|\n|+ title\n| 1\n* x\n|}", ["table", "caption", "tbody", "tr", "td", "ul", "li"], "title 1 x"),
    ],
)  # fmt: skip
def test_markup_works(reader: Someone, source: str, elements: list[str], words: str) -> None:
    """What is permitted looks as it would anywhere on the wiki."""
    (probe,) = probes(reader.parse(f'<div class="probe">\n{rule_wikitext(source)}\n</div>')["text"])
    assert (probe.elements, probe.words) == (elements, words)


@pytest.mark.wiki
@pytest.mark.parametrize(
    "source",
    [
        "{{Template|x}}",
        "{{#if:1|a}}",
        "{{{1}}}",
        "~~~~",
        "__NOTOC__",
        "<script>x</script>",
        "<ref>x</ref>",
        "<h2>x</h2>",
        "<includeonly>x</includeonly>",
        "[[Evil{{x}}]]",
        "[javascript:x y]",
        "'''open",
        "{| open",
        "<div>open",
        "&bogus;",
    ],
)
def test_what_is_not_permitted_is_shown_as_typed(reader: Someone, source: str) -> None:
    """Everything else stands there as words."""
    (probe,) = probes(reader.parse(f'<div class="probe">\n{rule_wikitext(source)}\n</div>')["text"])
    assert (probe.elements, probe.words) == (["p"], source)


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ('[https://a.example" onclick="x y]', '[https://a.example " onclick&#61;"x y]'),
        ('[https://a.example"]', '[https://a.example "]'),
        ('https://a.example"b', 'https://a.example"b'),
        ("[https://a.example\u00a0words]", "[https://a.example words]"),
        ("[https://a.example\ufffdwords]", "[https://a.example &#65533;words]"),
        ("[https://a.example''x'' y]", "[https://a.example <i>x</i> y]"),
    ],
)
def test_an_address_ends_where_the_wiki_ends_it(source: str, written: str) -> None:
    """The rest are the link's words, and a blank before them says so to whoever reads the page."""
    assert rule_wikitext(source) == written


@pytest.mark.wiki
@pytest.mark.parametrize("target", ["Category:X", "File:X.png", "de:X", "Image:X.png", ":Category:X"])
def test_a_link_is_only_a_link(reader: Someone, target: str) -> None:
    """No picture, category or language link comes of a link in a body."""
    parsed = reader.parse(f'<div class="probe">\n{rule_wikitext(f"[[{target}|words]]")}\n</div>')
    (probe,) = probes(parsed["text"])
    assert (probe.elements, probe.words) == (["p", "a"], "words")
    assert not parsed["categories"]
    assert not parsed["images"]


@pytest.mark.parametrize(
    "piece",
    ["<b>", "<div a='", "{|\n", "{|\n|\n", "[[", "{{", "[http://a ", "'''a", "{{[[<b>", "<", "*", "&", "<b>''</b>"],
)
def test_a_body_made_to_be_slow_is_shown_as_typed_or_read(piece: str) -> None:
    """However often something is opened, a text comes of it that holds its words."""
    source = piece * (50_000 // len(piece))
    assert rule_wikitext(source).count("<!--") == 0
    assert len(rule_wikitext(source)) >= len(source) // 2


@hypothesis_settings(max_examples=examples(25))
@given(markup)
def test_a_body_costs_no_more_than_its_text(unit: str) -> None:
    """Whatever is repeated, twice as much of it is twice the work and twice the page."""
    once, twice = ((unit * length)[:length] for length in (800, 1_600))
    read = rule_wikitext.__wrapped__
    assert steps_of(lambda: read(twice)) <= 2.2 * steps_of(lambda: read(once)) + 1_000
    assert len(read(twice)) <= 20 * len(twice) + 200


def test_of_too_much_markup_the_rest_is_shown_as_typed() -> None:
    """With a note, and without a loss."""
    text = rule_wikitext("''a'' " * MAX_MARKS + "<ref>end</ref>")
    assert TOO_MUCH in text
    assert text.endswith("&#60;ref&#62;end&#60;/ref&#62;")


@given(SOURCES)
def test_bodies_are_the_same_every_time(source: str) -> None:
    """The same source gives the same wikitext: otherwise every publishing would be an edit."""
    assert rule_wikitext.__wrapped__(source) == rule_wikitext(source)


HIDING = [
    *(f'<{tag} class="mw-empty-elt noprint" style="display:none" id="one" title="x" hidden dir="rtl">law</{tag}>'
      for tag in ("span", "div", "p", "b", "blockquote", "center")),
    '{| class="mw-collapsible mw-collapsed wikitable" style="visibility:hidden"\n|- style="color:#fff"\n'
    '| class="noprint" id="firstHeading" bgcolor=white width=0 | law\n|}',
    '<ol hidden start=3 style="font-size:0"><li value=7 class="hidden">law</ol>',
    '<table class="sortable navbox" id="content"><caption class="visually-hidden">law<tr><td colspan=2>a</table>',
    '<div style="position:absolute;top:0">law</div><span class="mw-headline" id="A">law</span>',
    "law <!-- law --> <small><small><small>law</small></small></small>",
    "== Rule 1 ==\nlaw\n<div role=heading>law</div>",
]  # fmt: skip


@pytest.mark.wiki
def test_no_law_is_hidden(reader: Someone) -> None:
    """By no class, style, name or size; and nothing in a rule is a heading, or can be taken for an anchor."""
    parsed = reader.parse(page_of([rule_wikitext(source) for source in HIDING]))
    for number, (source, probe) in enumerate(zip(HIDING, probes(parsed["text"]), strict=True)):
        inside = probe.words.removeprefix(f"Rule {number} ")
        shown = inside.partition("<!--")[0] if "hidden" in inside else inside
        assert shown.count("law") >= min(source.count("law"), 2), source
        named = [each for each in probe.attributes if each[2] not in ("mw-headline", f"Rule_{number}")]
        assert {name for _, name, _ in named} <= {"class", "start", "value", "colspan"}, source
        assert {word for _, name, value in named if name == "class" for word in value.split()} <= CLASSES, source


ALIKE = [
    '<ol start="4" type=a><li>a</li>\n<li value=9>b</li></ol>',
    "<ul type=square><li>a<li>b</ul>",
    "<dl><dt>a<dd>b</dl>",
    '{| class="wikitable sortable x"\n|+ A\n! scope=col align=left | a !! b\n|-\n| rowspan=2 | c || d\n|-\n| e\n|}',
    "<table><tr><th>a</th><td colspan=2>b</td></tr><tr><td>c</table>",
    "[mailto:a@b.example write] [https://a.example/?b=1&c=2 read] https://a.example/c [javascript:x no]",
    "[ftp://a.example no] ftp://a.example tel:&#49;2 tel:12 irc://a mailto:x https://a.example/&lt; //a.example RFC 1",
    "<b>a</b><small lang=de>b</small>",
]


@pytest.mark.wiki
def test_site_and_wiki_show_the_same(reader: Someone) -> None:
    """The same elements with the same attributes around the same words."""
    wiki = probes(
        reader.parse("\n\n".join(f'<div class="probe">\n{rule_wikitext(each)}\n</div>' for each in ALIKE))["text"]
    )
    site = probes("".join(f'<div class="probe">{to_html(each)}</div>' for each in ALIKE))
    for source, here, there in zip(ALIKE, site, wiki, strict=True):
        assert here.words.replace(" ", "") == there.words.replace(" ", ""), source
        assert shape(here) == shape(there), source


def shape(probe: Probe) -> tuple[list[str], list[tuple[str, str, str]]]:
    """What is alike of one text on the site and on the wiki: not what only serves scrolling or says what a link is."""
    elements = [element for element in probe.elements if element not in ("div", "tbody", "p")]
    attributes = [(tag, name, value) for tag, name, value in probe.attributes if name != "rel" and tag != "div"]
    return elements, [each for each in attributes if not (each[0] == "a" and each[1] == "class")]


@pytest.mark.wiki
def test_a_link_leads_to_the_rule_it_names(hall: Cycle, reader: Someone) -> None:
    """By its title or its name, whatever other rules are called; a link to no rule is shown as typed."""
    rules = {
        "one": {"title": "One", "body": "[[#Card_gifting|gifts]] [[#three]] [[#nobody|x]]", "parent": None, "place": 1},
        "two": {"title": "three", "body": "a", "parent": None, "place": 2},
        "three": {"title": "_rule-three", "body": "b", "parent": None, "place": 3},
        "gifting": {"title": "Card gifting", "body": "c", "parent": None, "place": 4},
    }
    change_law(hall, lambda document: document.update(rules=rules))
    parsed = reader.parse(render_page(page_of_cycle(hall, PageKind.RULESET)))
    html = unescape(parsed["text"])
    assert re.findall(r'<a href="#(_rule[^"]*)">([^<]*)</a>', html) == [
        ("_rule-gifting", "gifts"),
        ("_rule-three", "three"),
    ]
    assert "[[#nobody|x]]" in html
    assert html.count('id="_rule-three"') == html.count('id="_rule-gifting"') == 1
    on_site = rule_html(hall.law, str(rules["one"]["body"]))
    assert on_site == '<p><a href="#rule-gifting">gifts</a> <a href="#rule-three">three</a> [[#nobody|x]]</p>\n'.strip()
