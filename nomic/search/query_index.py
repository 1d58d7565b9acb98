"""Searches the index with PostgreSQL's full-text search, or SQLite's FTS5.

Both stem English words, match prefixes, and rank words in the title above words in the body.
"""

import re
from collections.abc import Sequence

from django.db import connection
from django.db.models import QuerySet

from nomic.cycles.models import Cycle
from nomic.cycles.visibility import readable
from nomic.search.models import Document, DocumentKind
from nomic.search.update_index import refresh_index

MAX_QUERY = 200  # characters that are read
MAX_WORDS = 8
LINK = re.compile(r"\[\[#?(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")  # of wikitext, with the words that it shows
WORD = re.compile(r"[^\W_]+")
EXCERPT = 180  # characters
# Words that say nothing about what is sought: "change my vote". They are left out if others remain.
STOP_WORDS = frozenset(
    {"a", "an", "and", "are", "at", "be", "by", "can", "could", "do", "does", "for", "from", "how", "i", "if", "in"}
    | {"is", "it", "me", "my", "of", "on", "or", "the", "to", "two", "was", "what", "when", "where", "which", "who"}
    | {"why", "will", "with", "you", "your"}
)
# Plain words that people type for the terms of rulebooks.
OTHER_WORDS = {
    "pass": ("popular", "enact"),
    "passes": ("popular", "enact"),
    "passed": ("popular", "enact"),
    "accepted": ("popular", "enact"),
    "change": ("amend", "withdraw"),
    "number": ("value", "rule"),
    "week": ("phase",),
    "weeks": ("phase",),
    "price": ("cost", "pay"),
    "pack": ("offer",),
    "money": ("coin", "vertebra", "penny"),
    "nothing": ("inactive",),
    "idle": ("inactive",),
    "away": ("inactive",),
    "win": ("victory",),
    "wins": ("victory",),
    "winning": ("victory",),
    "quit": ("leave",),
    "give": ("gift", "trade"),
    "swap": ("trade",),
    "sell": ("trade",),
    "fight": ("battle", "duel"),
    "unfinished": ("boundary", "end"),
    "newcomer": ("join",),
    "undo": ("correct",),
    "mistake": ("correct",),
    "chance": ("random", "luck"),
}

Excerpt = list[tuple[str, bool]]  # runs of text, and whether a run is a word that was searched for


def find_documents(typed: str, *, cycle: Cycle | None = None, kind: DocumentKind | None = None) -> QuerySet[Document]:
    """Return the documents that contain every word of a query or another word for it, best first.

    Without a cycle, all cycles except practice cycles are searched. Cycles that the reader may not see are left out. A
    practice cycle is indexed when it is searched.
    """
    words = words_of(typed)
    if not words:
        return Document.objects.none()
    if cycle is not None and cycle.practice:
        refresh_index(cycle)
    rows = Document.objects.filter(readable("cycle__"))
    rows = rows.filter(cycle=cycle) if cycle else rows.filter(cycle__practice=False)
    if kind is not None:
        rows = rows.filter(kind=kind)
    return _ranked(rows, words).select_related("cycle")


def words_of(typed: str) -> list[str]:
    """Split a query into words of letters and digits, in lower case. Stop words are left out if others remain."""
    words = [word.lower() for word in WORD.findall(typed[:MAX_QUERY])]
    return ([word for word in words if word not in STOP_WORDS] or words)[:MAX_WORDS]


def _ranked(rows: QuerySet[Document], words: Sequence[str]) -> QuerySet[Document]:
    each = [(word, *OTHER_WORDS.get(word, ())) for word in words]
    if connection.vendor == "postgresql":
        parts = [" | ".join(f"{word}:*" for word in alike) for alike in each]
        query = " & ".join(f"({part})" for part in parts)
        return rows.extra(
            select={"rank": "-ts_rank(search_document.words, to_tsquery('english', %s))"},
            select_params=[query],
            where=["search_document.words @@ to_tsquery('english', %s)"],
            params=[query],
            order_by=["rank", "-id"],
        )
    parts = [" OR ".join(f'"{word}"*' for word in alike) for alike in each]
    return rows.extra(
        tables=["search_words"],
        select={"rank": "bm25(search_words, 8.0, 1.0)"},
        where=["search_words.rowid = search_document.id", "search_words MATCH %s"],
        params=[" AND ".join(f"({part})" for part in parts)],
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
