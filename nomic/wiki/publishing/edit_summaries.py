"""Edit summaries: the acts since the last save that concern the page.

A summary names kinds of acts and their counts, in the phrases that their actions declare. It contains nothing sealed,
no vote's direction and no words of proposals. The number of entries read is limited.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nomic.court.events import JudgeNamed, RequestEvent, RulingEvent
from nomic.cycles.actions.registry import action_or_none
from nomic.cycles.domain.events import (
    ActFailed,
    CycleBegan,
    CycleEnded,
    Event,
    HistoryRewritten,
    LawChanged,
    PhaseBegan,
)
from nomic.cycles.models import Entry
from nomic.effects.prose.english_grammar import in_third_person
from nomic.law.document.sections import Law
from nomic.matches.events import MatchOpened, MatchOver, Outage
from nomic.players.events import BecameReputable, Joined, Left
from nomic.players.models import Player
from nomic.proposals.events import ProposalEvent
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.layout.as_of_line import entry_of
from nomic.wikitext.escape import BIDI, REPLACED, REPLACEMENT

MAX_COUNT = 480  # characters; MediaWiki cuts at 500
MAX_ONE = 90
MAX_NAMES = 3  # of one kind of acts
MAX_READ = 500  # entries
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
EVERYWHERE = {Outage.kind(), HistoryRewritten.kind()}
# The rule that acted, as its entry says: "By the rule “X”:", "The rule “X” takes effect:", in old entries "As the …".
BY_RULE = re.compile(r"(?:(?:By|As) the|The) rule “(.{1,120}?)”")
FAILURES = ("an act failed", "{count} acts failed")
OF_PROPOSALS: tuple[type[Event], ...] = tuple(ProposalEvent.__subclasses__())
OF_MATCHES: tuple[type[Event], ...] = (MatchOpened, MatchOver)
OF_THE_COURT: tuple[type[Event], ...] = (*RequestEvent.__subclasses__(), *RulingEvent.__subclasses__(), JudgeNamed)
# Events that concern a kind of page. A kind that is missing here is concerned by all events.
CONCERNS: dict[str, tuple[type[Event], ...]] = {
    PageKind.RULESET: (LawChanged,),
    PageKind.REVISION: (LawChanged,),
    PageKind.ARCHIVE: (LawChanged,),
    PageKind.PROPOSALS: OF_PROPOSALS,
    PageKind.PLAYERS: (Joined, Left, BecameReputable, PhaseBegan),
    PageKind.MATCHES: OF_MATCHES,
    PageKind.COURT: (*OF_THE_COURT, LawChanged),
    PageKind.MAIN: (CycleBegan, CycleEnded, PhaseBegan, LawChanged, *OF_PROPOSALS, Joined, Left, *OF_MATCHES),
}
# Matches between the characters that begin a link, a section's name or an address. Entities would be decoded before the
# wiki looks for these.
WITHIN_MARKUP = re.compile(r"(?<=\[)(?=\[)|(?<=/)(?=[/*])")
ENTITY = re.compile(r"&(?=#|\w+;)")


@dataclass
class PhraseGroup:
    """Acts that are described by one phrase: their number, and the actors."""

    phrase: str
    count: int = 1
    by: list[str] = field(default_factory=list)

    def with_names(self) -> str:
        """Return the phrase followed by a few actors' names. Names that occur in the phrase are not repeated."""
        names = [name for name in self.by if name not in self.phrase]
        more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
        return f"{self.phrase} ({', '.join(names[:MAX_NAMES])}{more})" if names else self.phrase


def summary(page: WikiPage, text: str) -> str:
    """Return the summary for saving this text as the page. Sends at most one query, or two for the page of a player."""
    if page.kind == PageKind.FRONT:
        return "What goes on in each cycle"
    until, since = entry_of(text), entry_of(page.published_text)
    if until is None:
        return f"{page.get_kind_display()} after entry {page.cycle.seq} of the journal"
    if since is None:
        return f"As of entry {until} of the journal"
    since = min(since, until - 1)  # history may have been rewritten
    span = f"entry {until}" if since == until - 1 else f"entries {since + 1} to {until}"
    entries = list(
        Entry.objects.filter(cycle=page.cycle_id, seq__gt=since, seq__lte=until)
        .order_by("-seq")
        .values_list("action", "events", "actor_kind", "actor", "words")[:MAX_READ]
    )
    unread = until - since - len(entries)
    return _fitted(_groups(page, reversed(entries)), unread, f" ({span})")


def _fitted(groups: list[PhraseGroup], unread: int, end: str) -> str:
    """Return descriptions of as many groups as fit, and the number of acts left out."""
    said: list[str] = []
    for place, group in enumerate(groups):
        more = sum(each.count for each in groups[place + 1 :]) + unread
        rest = f"; and {more} more" if more else ""
        if len("; ".join([*said, group.phrase])) + len(rest) + len(end) > MAX_COUNT:
            break
        said.append(group.phrase)
    left = sum(each.count for each in groups[len(said) :]) + unread
    words = "; ".join(said) + (f"; and {left} more" if left and said else "")
    return (words or "Brought up to date") + end


def _groups(
    page: WikiPage, entries: Iterable[tuple[str, list[dict[str, Any]], str, str, list[str]]]
) -> list[PhraseGroup]:
    """Group the acts that concern the page by phrase, in the order in which each phrase first occurs."""
    about = _player_of(page) if page.kind == PageKind.PLAYER else None
    found: dict[str, tuple[PhraseGroup, str]] = {}
    for action, events, kind, actor, words in entries:
        if not (_concerns(page, events) if about is None else actor == about or _names(events, about)):
            continue
        name = _safe(actor) if kind != "system" else ""
        one, many = _summary_of(action, events, page.cycle.law, name, words)
        if many in found:
            found[many][0].count += 1
        else:
            found[many] = (PhraseGroup(one), many)
        if name and name not in found[many][0].by:
            found[many][0].by.append(name)
    for group, many in found.values():
        if group.count > 1:
            group.phrase = many.replace(
                "{count}", IN_WORDS[group.count] if group.count < len(IN_WORDS) else str(group.count)
            )
        group.phrase = group.with_names()
    return [group for group, _ in found.values()]


def _player_of(page: WikiPage) -> str:
    """Return the name of the player that a page is about, or "" if history was rewritten without that player."""
    number = int(page.subject)
    joined = Player.objects.filter(cycle=page.cycle_id).order_by("pk").values_list("name", flat=True)
    return joined[number - 1 : number].first() or ""


def _names(events: list[dict[str, Any]], player: str) -> bool:
    """Return whether any of these events names the player or may concern everybody."""
    kinds = {event["kind"] for event in events}
    if kinds & {*EVERYWHERE, LawChanged.kind()}:
        return True
    values = [value for event in events for value in event.values()]
    return any(player in value if isinstance(value, list) else player == value for value in values)


def _concerns(page: WikiPage, events: list[dict[str, Any]]) -> bool:
    kinds = {event["kind"] for event in events}
    if kinds & EVERYWHERE:
        return True
    if page.kind == PageKind.PROPOSAL:
        return any(str(event.get("number")) == page.subject for event in events) or LawChanged.kind() in kinds
    if page.kind == PageKind.MATCH:
        return any(event.get("match") == page.subject for event in events)
    return page.kind not in CONCERNS or any(event.kind() in kinds for event in CONCERNS[page.kind])


def _summary_of(
    name: str, events: list[dict[str, Any]], law: Law, who: str, words: Iterable[str] = ()
) -> tuple[str, str]:
    """Return two phrases for an act: for one, and for several, with `{count}` as their number.

    `who` is the actor, or "".

    An action without phrases is described by its title. `words` are the journal's, which name the rule that acted.
    """
    facts: dict[str, Any] = {}
    for event in reversed(events):
        facts |= {key: _safe(value) for key, value in event.items() if isinstance(value, str | int)}
    facts["count"] = "{count}"
    if named := next(filter(None, map(BY_RULE.match, words)), None):
        facts["rule"] = _safe(named[1])
    action = action_or_none(name, law)
    if action is None:  # of a repealed rule, or of a game that is not installed
        return _safe(name), f"{{count}} × {_safe(name)}"
    forms = FAILURES if events and events[0]["kind"] == ActFailed.kind() else action.phrases
    try:
        one, many = (form.format_map(facts) for form in forms or ("{}", ""))
    except (KeyError, ValueError):
        title = _safe(action.title)
        one = in_third_person(who, title) if who else f"{title[:1].lower()}{title[1:]}"
        return one, f"“{title}” {{count}} times"
    return (f"an {one[2:]}" if re.match("a [AEIOU]", one) else one), many


def _safe(value: str | int) -> str:
    """Return a person's words made safe for a summary: without links, and cut if they are long."""
    text = unicodedata.normalize("NFC", REPLACED.sub(REPLACEMENT, BIDI.sub("", str(value))))
    text = " ".join(text.replace("{", "(").replace("}", ")").split())
    text = text if len(text) <= MAX_ONE else text[: MAX_ONE - 1].rstrip() + "…"
    return ENTITY.sub("&amp;", WITHIN_MARKUP.sub("\N{WORD JOINER}", text))
