"""Searches the index with PostgreSQL's full-text search, or SQLite's FTS5.

Both stem English words, match prefixes, and rank words in the title above words in the body.
"""

import re
from collections.abc import Sequence

from django.db import connection
from django.db.models import QuerySet

from nomic.cycles.models import Cycle
from nomic.cycles.visibility import readable
from nomic.search.index import refresh
from nomic.search.models import Document, DocumentKind

MAX_QUERY = 200  # characters that are read
MAX_WORDS = 8
LINK = re.compile(r"\[\[#?(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")  # of wikitext, with the words that it shows
WORD = re.compile(r"[^\W_]+")
EXCERPT = 180  # characters

Excerpt = list[tuple[str, bool]]  # runs of text, and whether a run is a word that was searched for


def find(typed: str, *, cycle: Cycle | None = None, kind: DocumentKind | None = None) -> QuerySet[Document]:
    """Return the documents that contain every word of a query, best first.

    Without a cycle, all cycles except practice cycles are searched. Cycles that the reader may not see are left out. A
    practice cycle is indexed when it is searched.
    """
    words = words_of(typed)
    if not words:
        return Document.objects.none()
    if cycle is not None and cycle.practice:
        refresh(cycle)
    rows = Document.objects.filter(readable("cycle__"))
    rows = rows.filter(cycle=cycle) if cycle else rows.filter(cycle__practice=False)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return _ranked(rows, words).select_related("cycle")


def words_of(typed: str) -> list[str]:
    """Split a query into words of letters and digits, in lower case."""
    return [word.lower() for word in WORD.findall(typed[:MAX_QUERY])[:MAX_WORDS]]


def _ranked(rows: QuerySet[Document], words: Sequence[str]) -> QuerySet[Document]:
    if connection.vendor == "postgresql":
        query = " & ".join(f"{word}:*" for word in words)
        return rows.extra(
            select={"rank": "-ts_rank(search_document.words, to_tsquery('english', %s))"},
            select_params=[query],
            where=["search_document.words @@ to_tsquery('english', %s)"],
            params=[query],
            order_by=["rank", "-id"],
        )
    return rows.extra(
        tables=["search_words"],
        select={"rank": "bm25(search_words, 8.0, 1.0)"},
        where=["search_words.rowid = search_document.id", "search_words MATCH %s"],
        params=[" ".join(f'"{word}"*' for word in words)],
        order_by=["rank", "-id"],
    )


def excerpt(body: str, words: Sequence[str]) -> Excerpt:
    """Return the part of a body around the first search word, with all search words marked.

    Marks words by prefix, without stemming: a search for “vote” finds “voting”, but does not mark it.
    """
    body = LINK.sub(r"\1", " ".join(body.split()))
    begins = tuple(words)
    first = next((match.start() for match in WORD.finditer(body) if match.group().lower().startswith(begins)), 0)
    begin = body.rfind(" ", 0, max(0, first - EXCERPT // 3)) + 1
    part = body[begin : begin + EXCERPT].strip()
    runs: Excerpt = [("… ", False)] if begin else []
    done = 0
    for match in WORD.finditer(part):
        if match.group().lower().startswith(begins):
            runs += [(part[done : match.start()], False), (match.group(), True)]
            done = match.end()
    runs.append((part[done:] + (" …" if begin + EXCERPT < len(body) else ""), False))
    return [run for run in runs if run[0]]
