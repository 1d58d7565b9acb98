"""Wikitext as HTML, for the pages of the site: the small part of it that rules and proposals use, the rest as text.

Everything that is not known to be harmless is escaped; a template call or an unknown tag is shown as it was written.
"""

import re
from collections.abc import Iterable

import mwparserfromhell
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from mwparserfromhell.nodes import Comment, ExternalLink, Heading, HTMLEntity, Node, Tag, Text, Wikilink

from nomic.law.text import UNFIT
from nomic.web.wikitext_guard import BLOCK_TAGS, INLINE_TAGS, PRIVATE, RESERVED, guarded, unguarded

SCHEMES = ("http://", "https://", "mailto:")
MARK = "\ue000"  # stands before the sign of a list item while lines are put together; never left in a text
BLOCK = "\ue001"  # stands before a line that is a block already
DEEPEST_HEADING = 6


def to_html(text: str, *, heading_level: int = 3) -> SafeString:
    """The HTML of a wikitext. Its first level of headings becomes `heading_level`."""
    nodes = mwparserfromhell.parse(guarded(text)).nodes
    return mark_safe(unguarded(_blocks(_inline(nodes, heading_level))))  # noqa: S308  # built from escaped parts below


def _inline(nodes: Iterable[Node], level: int) -> str:
    return "".join(_node(node, level) for node in nodes)


def _node(node: Node, level: int) -> str:
    if isinstance(node, Text):
        return escape(str(node.value))
    if isinstance(node, Comment):
        return ""
    if isinstance(node, HTMLEntity):
        return escape(_character(node))
    if isinstance(node, Heading):
        depth = min(level + max(node.level - 2, 0), DEEPEST_HEADING)
        return f"\n{BLOCK}<h{depth}>{_inline(node.title.nodes, level).strip()}</h{depth}>\n"
    if isinstance(node, Wikilink):
        return _inline((node.text or node.title).nodes, level)
    if isinstance(node, ExternalLink):
        return _external_link(node, level)
    if isinstance(node, Tag):
        return _tag(node, level)
    return escape(str(node))


def _character(node: HTMLEntity) -> str:
    """The character an entity stands for; as it was written, where it stands for none that a page can hold."""
    try:
        sign = node.normalize() or ""
    except (ValueError, OverflowError):
        sign = ""
    return sign if sign and not UNFIT.search(sign) and not RESERVED.search(sign) else str(node)


def _external_link(node: ExternalLink, level: int) -> str:
    url = str(node.url).strip()
    words = _inline(node.title.nodes, level) if node.title else escape(url)
    if not url.startswith(SCHEMES):
        return words
    return format_html('<a href="{}" rel="nofollow noopener">{}</a>', url, mark_safe(words))  # noqa: S308  # escaped


def _tag(node: Tag, level: int) -> str:
    name = str(node.tag).strip().lower()
    if node.wiki_markup in ("*", "#", ":", ";"):
        return MARK + str(node.wiki_markup)
    if node.wiki_markup == "----" or name == "hr":
        return f"\n{BLOCK}<hr>\n"
    if name == "br":
        return "<br>"
    if name == "nowiki":
        return escape(str(node.contents))
    if name == "pre":
        return f"\n{BLOCK}<pre>{escape(str(node.contents)).replace(chr(10), '&#10;')}</pre>\n"
    if name == "table":
        return f"\n{BLOCK}{_table(node, level)}\n"
    if name in INLINE_TAGS:
        return f"<{name}>{_inline(node.contents.nodes, level)}</{name}>"
    if name in BLOCK_TAGS:
        inside = _blocks(_inline(node.contents.nodes, level)).replace("\n", "")
        wrapped = f"<blockquote>{inside}</blockquote>" if name == "blockquote" else f"<div>{inside}</div>"
        return f"\n{BLOCK}{wrapped}\n"
    return escape(str(node))


def _table(node: Tag, level: int) -> str:
    caption, first, rows = "", [], []
    for child in node.contents.nodes if node.contents else []:
        if not isinstance(child, Tag):
            continue
        inside = child.contents.nodes if child.contents else []
        if str(child.tag) == "tr":
            rows.append(_row(inside, level))
        elif str(child.contents).startswith("+"):
            caption = f"<caption>{_inline(inside, level).strip().removeprefix('+').strip()}</caption>"
        else:
            first.append(child)  # cells before the first mark of a row are a row too
    body = "".join(f"<tr>{row}</tr>" for row in [_row(first, level), *rows] if row)
    return f'<div class="table-scroll" tabindex="0"><table>{caption}{body}</table></div>'.replace("\n", " ")


def _row(nodes: Iterable[Node], level: int) -> str:
    cells = []
    for cell in nodes:
        if isinstance(cell, Tag) and str(cell.tag) in ("td", "th"):
            inside = _inline(cell.contents.nodes, level).strip() if cell.contents else ""
            cells.append(f"<{cell.tag}>{PRIVATE.sub('', inside)}</{cell.tag}>")
    return "".join(cells)


LIST_TAGS = {"*": ("ul", "li"), "#": ("ol", "li"), ":": ("dl", "dd"), ";": ("dl", "dt")}


def _blocks(text: str) -> str:
    """Lines put together into paragraphs, lists and the blocks that stand among them."""
    out: list[str] = []
    paragraph: list[str] = []
    open_lists: list[str] = []

    def end_paragraph() -> None:
        if paragraph:
            out.append("<p>" + "\n".join(paragraph) + "</p>")
            paragraph.clear()

    def lists_to(signs: str) -> None:
        kept = 0
        while kept < min(len(open_lists), len(signs)) and _same_list(open_lists[kept], signs[kept]):
            kept += 1
        while len(open_lists) > kept:
            tag, item = LIST_TAGS[open_lists.pop()]
            out.append(f"</{item}></{tag}>")
        if signs and kept == len(signs):
            out.append(f"</{LIST_TAGS[open_lists[-1]][1]}><{LIST_TAGS[signs[-1]][1]}>")
            open_lists[-1] = signs[-1]
        for sign in signs[kept:]:
            tag, item = LIST_TAGS[sign]
            out.append(f"<{tag}><{item}>")
            open_lists.append(sign)

    for line in text.split("\n"):
        match = re.match(f"((?:{MARK}[*#:;])+)\\s*(.*)", line, re.DOTALL)
        if match:
            end_paragraph()
            lists_to(match[1].replace(MARK, ""))
            out.append(PRIVATE.sub("", match[2]))
            continue
        lists_to("")
        if line.startswith(BLOCK):
            end_paragraph()
            out.append(line.removeprefix(BLOCK))
        elif line.strip():
            paragraph.append(line.strip().replace(MARK, ""))
        else:
            end_paragraph()
    end_paragraph()
    lists_to("")
    return "\n".join(out)


def _same_list(open_sign: str, sign: str) -> bool:
    return LIST_TAGS[open_sign][0] == LIST_TAGS[sign][0]
