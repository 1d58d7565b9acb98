"""Players and offices of a sentence whom no rule can name, and others that it can."""

import re
from contextlib import suppress
from itertools import islice

from nomic.clauses.clause_index import vocabulary_of
from nomic.cycles.domain.exceptions import BadArguments
from nomic.inventory.law_section import items_of
from nomic.law.amendments.patch import AmendmentsDoNotApply, amended_draft
from nomic.law.document.sections import Law, LawInvalid
from nomic.recipes.drafting import draft_from_recipe
from nomic.recipes.plain_rules.not_understood.events import HAPPENS
from nomic.recipes.plain_rules.not_understood.omissible_parts import unknown_part
from nomic.recipes.plain_rules.not_understood.other_wordings import (
    MOST_NAMED,
    MOST_OFFERED,
    Instead,
    Trouble,
    capitalised,
    is_read,
    things_by_kind,
)
from nomic.recipes.plain_rules.people import office_named
from nomic.recipes.sentences import asked_for

_OFFICE = re.compile(r"\b(?:[Ee]lect|[Aa]ppoint) (?:an?|the) (?P<office>[a-z][\w’'-]+)")
_SUBJECT = re.compile(rf"(?P<who>(?!whoever |if |when )[^,]{{2,60}}?) (?P<rest>{HAPPENS} .+)", re.IGNORECASE)
_A_NAME = re.compile(r"[A-Z][\w’'-]+")
# Places in an order that a rule cannot know: it can only compare what players have.
_RANKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (rank, re.compile(rf"\b(?:{words})(?![\w’'-])", re.IGNORECASE))
    for rank, words in (
        (
            "most",
            r"(?:the (?:player|person|one) (?:in|on|at) )?(?:the )?(?:first place|number one)|"
            r"the (?:current )?leaders?|"
            r"the (?:winner|best player|top player|champion|leader) of (?:the|each|every) (?:week|phase|day)|"
            r"the (?:best|top|leading|strongest) (?:player|person)|the (?:rich|wealthy)(?: (?:players?|people|ones))?|"
            r"whoever (?:is|comes|finishes) first",
        ),
        (
            "fewest",
            r"(?:the (?:player|person|one) (?:in|on|at) )?(?:the )?last place|the (?:worst|last|weakest) "
            r"(?:player|person)|the loser of (?:the|each|every) (?:week|phase|day)|"
            r"the poor(?: (?:players?|people|ones))?|whoever (?:is|comes|finishes) last",
        ),
    )
)
_SEVERAL = re.compile(r"(?:rich|wealthy|poor|s|people)$", re.IGNORECASE)
_HOLDER = re.compile(r"\b[Tt]he (?P<office>[A-Za-z]{3,20})\b")
_ELECTS_WHO = re.compile(
    r"(?P<elects>(?:elect|there is|we have|let there be) (?:an?|the) (?P<office>[\w’-]+),? .{3,60}?),? "
    r"(?:who|that|and they) (?P<does>.{4,120})",
    re.I,
)
_SOMEBODY_BECOMES = re.compile(
    r"(?P<who>[A-Z][\w’-]+) (?i:becomes|is|gets) (?P<what>.{3,60}?) "
    r"(?i:when|whenever|if|once) (?i:he|she|they) (?P<did>.{3,60})"
)
PEOPLE = ("everyone", "a random player")


def unknown_rank(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a rank such as "last place", and the things of the law by which players can be ranked."""
    places = sorted(
        ((found, rank) for rank, pattern in _RANKED for found in pattern.finditer(words)),
        key=lambda place: place[0].start(),
    )
    if not places:
        return None
    ways = []
    for name in things_by_kind(law)[:MOST_OFFERED]:
        plural, said = items_of(law)[name].plural, words
        for found, rank in reversed(places):
            who = "the players" if _SEVERAL.search(found[0]) else "the player"
            said = f"{said[: found.start()]}{who} with the {rank} {plural}{said[found.end() :]}"
        ways.append(Instead(f"by {plural}", capitalised(said)))
    ways = [way for way in ways if is_read(way.words, law)]
    listed = " and ".join(f"“{found[0]}”" for found, _ in places[:MOST_NAMED])
    return Trouble(f"By what are players compared for {listed}?", tuple(ways)) if ways else None


def unknown_office(words: str, law: Law) -> Trouble | None:
    """Return the trouble with an office in lower case, and the same sentence with its name capitalised."""
    both = _ELECTS_WHO.fullmatch(words)
    office, made = ("", None) if both is None else _elected(both["office"].capitalize(), law)
    if both is not None and made is not None:
        elects = capitalised(both["elects"].replace(both["office"], office, 1))
        if is_read(elects, law) and is_read(f"The {office} {both['does']}", made):
            said = f"{elects}. The {office} {both['does']}"
            return Trouble("This says two things. Write a sentence for each.", (Instead(said, said),))
    found = _OFFICE.search(words)
    if found is None:
        return None
    at, office = found.start("office"), found["office"].capitalize()
    named = capitalised(f"{words[:at]}{office}{words[found.end('office') :]}")
    if is_read(named, law):
        return Trouble("The name of an office begins with a capital.", (Instead(named, named),))
    return unknown_part(named, law)


def unknown_holder(words: str, law: Law) -> Trouble | None:
    """Return the trouble with an office that the law lacks, a sentence that creates it, and the law's own offices."""
    for found in islice(_HOLDER.finditer(words), MOST_NAMED):
        office, made = _elected(found["office"].capitalize(), law)
        said = _with_office(words, found, office)
        if office_named(found["office"], law) or made is None or not is_read(said, made):
            continue
        ways = [Instead(f"Elect a {office} every week", f"Elect a {office} every week. {capitalised(said)}")]
        known = sorted(vocabulary_of(law).offices)[:MOST_OFFERED]
        others = [Instead(f"the {name}", capitalised(_with_office(words, found, name))) for name in known]
        ways += [way for way in others if is_read(way.words, law)]
        return Trouble(f"There is no office “{found['office'].capitalize()}” here yet. Who is meant?", tuple(ways))
    return None


def _with_office(words: str, found: re.Match[str], office: str) -> str:
    return f"{words[: found.start('office')]}{office}{words[found.end('office') :]}"


def _elected(office: str, law: Law) -> tuple[str, Law | None]:
    """Return the name and the law for an elected office that is added, or None for the law if it cannot be.

    If the name is taken, for example by a card, the office is called "High King".
    """
    for name in (office, f"High {office}"):
        asked = asked_for(f"Elect a {name} every week", law)
        with suppress(AmendmentsDoNotApply, BadArguments, LawInvalid):
            if asked is not None:
                made = draft_from_recipe(asked.listed, law, asked.answers)
                return name, Law(amended_draft(law.document, made.amendments))
    return office, None


def named_player(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a player's name, and the same sentence about whoever does the act."""
    found = _SOMEBODY_BECOMES.fullmatch(words)
    said = "" if found is None else f"Whoever {found['did']} becomes {found['what']}"
    if found is None or not is_read(said, law):
        return None
    return Trouble(f"A rule cannot name a player such as “{found['who']}”.", (Instead(said, said),))


def unknown_players(words: str, law: Law) -> Trouble | None:
    """Return the trouble with a subject that no rule can name, and subjects that rules can."""
    found = _SUBJECT.fullmatch(words)
    if found is None or not is_read(f"Everyone {found['rest']}", law):
        return None
    who = found["who"]
    is_name = _A_NAME.fullmatch(who) is not None
    says = "A rule cannot name a player." if is_name else f"It is not clear who is meant by “{who}”."
    ways = [Instead(capitalised(f"{people} …"), capitalised(f"{people} {found['rest']}")) for people in PEOPLE]
    return Trouble(says, tuple(way for way in ways if is_read(way.words, law)))
