"""Wikitext on the site's own pages: the part of it that rules use; everything else as it was written."""

import pytest
from hypothesis import given, settings

from nomic.wikitext.html_writer import TOO_MUCH, to_html
from nomic.wikitext.tokenizer import MAX_MARKS
from tests.support.example_counts import examples
from tests.support.executed_lines import steps_of
from tests.support.hostile_texts import EVERYTHING
from tests.support.hostile_wikitext import markup
from tests.web.html import complaints_about, words_of


def plain(text: str) -> str:
    """The HTML of a text without line breaks."""
    return str(to_html(text)).replace("\n", "")


def test_paragraphs() -> None:
    """A blank line parts paragraphs, a single line break does not."""
    assert plain("One\ntwo\n\n\nthree") == "<p>Onetwo</p><p>three</p>"
    assert str(to_html("One\ntwo")) == "<p>One\ntwo</p>"
    assert plain("") == ""


def test_bold_and_italic() -> None:
    """By quotes or by tags, within each other too."""
    assert plain("'''a''' ''b'' '''''c'''''") == "<p><b>a</b> <i>b</i> <i><b>c</b></i></p>"
    assert plain("<b>a</b> <em>b</em> <sup>2</sup>") == "<p><b>a</b> <em>b</em> <sup>2</sup></p>"


def test_lists_within_lists() -> None:
    """Bullets, numbers and definitions; a longer row of signs stands inside the item above."""
    text = "* a\n** b\n*# c\n* d\n# e\n; f\n: g"
    assert plain(text) == (
        "<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>d</li></ul>"
        "<ol><li>e</li></ol><dl><dt>f</dt><dd>g</dd></dl>"
    )


def test_headings_begin_at_the_level_that_the_page_gives() -> None:
    """Wikitext's first level becomes the page's; none goes deeper than HTML knows."""
    assert plain("== A ==\n=== B ===") == "<h3>A</h3><h4>B</h4>"
    assert str(to_html("== A ==", heading_level=5)).strip() == "<h5>A</h5>"
    assert plain("====== Deep ======") == "<h6>Deep</h6>"


def test_tables() -> None:
    """A caption, heads and cells; the first row needs no mark."""
    text = "{|\n|+ Hats\n! Hat !! Seat\n|-\n| ''Bowler'' || one\n|-\n| none\n| two\n|}"
    table = plain(text)
    assert complaints_about(table) == []
    assert table == (
        '<div class="table-scroll" tabindex="0"><table><caption>Hats</caption>'
        "<tr><th>Hat</th><th>Seat</th></tr><tr><td><i>Bowler</i></td><td>one</td></tr>"
        "<tr><td>none</td><td>two</td></tr></table></div>"
    )


def test_links() -> None:
    """Links elsewhere are links that tell nobody where one came from; links to wiki pages are their words."""
    assert plain("[https://example.org/a?b=1&c=2 here]") == (
        '<p><a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener">here</a></p>'
    )
    assert plain("[[Hats]] and [[Hats|these]]") == "<p>Hats and these</p>"


def test_words_that_look_like_markup_are_shown() -> None:
    """Templates, unknown tags and what is opened and never closed stand there as they were written."""
    for text in (
        "{{Hat|tall}}",
        "{{{1}}}",
        "<ref>x</ref>",
        "<b>open",
        "closed</i>",
        "{| no table",
        "[[no link",
        "|}",
        "a < b",
    ):
        assert words_of(to_html(text)) == text


def test_literal_text_stays_literal() -> None:
    """Inside nowiki and pre nothing means anything, and pre keeps its lines."""
    assert plain("<nowiki>'''<b>'''</nowiki>") == "<p>&#x27;&#x27;&#x27;&lt;b&gt;&#x27;&#x27;&#x27;</p>"
    assert plain("<pre>\na\n  b\n</pre>") == "<pre>&#10;a&#10;  b&#10;</pre>"


def test_blocks_within_blocks() -> None:
    """A quotation holds paragraphs and lists of its own."""
    assert plain("<blockquote>\nOne\n* two\n</blockquote>") == (
        "<blockquote><p>One</p><ul><li>two</li></ul></blockquote>"
    )


@pytest.mark.parametrize("text", EVERYTHING)
def test_nothing_that_somebody_writes_can_act(text: str) -> None:
    """No element, attribute or address that does anything; every element is closed, alone and among others."""
    for framed in (text, f"* {text}", f"'''{text}'''", f"{{|\n| {text}\n|}}", f"<div>{text}", f"== {text} =="):
        html = str(to_html(framed))
        html.encode()
        assert complaints_about(html) == [], html


def test_no_character_means_anything_to_the_renderer_alone() -> None:
    """There are no private signs that could be smuggled in: a character of the private area is one like any other."""
    assert plain("\ue000*\ue001<b>\ue010</b>&#xE000;") == "<p>\ue000*\ue001<b>\ue010</b>\ue000</p>"


def test_entities() -> None:
    """An entity is the character it stands for; one that no page can hold is shown as it was written."""
    assert plain("&lt;b&gt; &amp; &eacute;") == "<p>&lt;b&gt; &amp; é</p>"
    assert plain("&#xD800; &#0; &bogus; &#x202E;*") == "<p>&amp;#xD800; &amp;#0; &amp;bogus; &amp;#x202E;*</p>"


OPENERS = (
    "[[", "{{", "{{a|", "[[a|", "[http://a ", "<b>", "<i><b>", "<div>", "<blockquote>", "<ref>", "<pre>", "<nowiki>",
    "<!--", "{|\n", "{|\n|-\n|", "'''", "#", "*#*#", ":" * 30 + "a\n", "== ", "<table><tr><td>", "</b>", "|}\n", "&#",
    "<b>''</b>", "<div>''</div>", "{|\n|''\n|}\n", "* <b>''\n",
)  # fmt: skip


@pytest.mark.parametrize("opener", OPENERS)
def test_what_is_opened_and_never_closed_costs_little(opener: str) -> None:
    """The longest text that can be proposed, made of openers only: it is shown, and no deeper than a page can be."""
    text = (opener * 50_000)[:50_000]
    html = str(to_html(text))
    assert len(html) < 40 * len(text)
    deepest = depth = 0
    for part in html.replace("</", "\x00").replace("<", "\x01"):
        depth += {"\x00": -1, "\x01": 1}.get(part, 0)
        deepest = max(deepest, depth)
    assert deepest < 120


@settings(max_examples=examples(30))
@given(markup)
def test_a_page_costs_no_more_than_its_text(unit: str) -> None:
    """Whatever is repeated, twice as much of it is twice the work, and the page is in proportion."""
    once, twice = ((unit * length)[:length] for length in (800, 1_600))
    assert steps_of(lambda: to_html(twice)) <= 2.2 * steps_of(lambda: to_html(once)) + 1_000
    assert len(to_html(twice)) <= 40 * len(twice) + 200


@given(markup)
def test_whatever_is_written_what_it_opens_is_closed(text: str) -> None:
    """Every element is one that is harmless, rightly within the others, and ends."""
    assert complaints_about(to_html(text)) == []


def test_bold_words_over_several_blocks() -> None:
    """A tag among words ends with a paragraph, an item or a cell, and begins again with the next."""
    assert plain("<b>one\n\ntwo</b>\n* <i>three\n* four</i>") == (
        "<p><b>one</b></p><p><b>two</b></p><ul><li><i>three</i></li><li><i>four</i></li></ul>"
    )


def test_of_too_much_markup_the_rest_is_shown_as_written() -> None:
    """With a note, and without a loss."""
    html = to_html("''a'' " * MAX_MARKS + "'''end'''")
    assert TOO_MUCH in html
    assert words_of(html).endswith("'''end'''")
    assert complaints_about(html) == []
