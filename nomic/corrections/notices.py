"""Notices to players about corrections of the past, and about what admins have corrected of theirs."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from types import MappingProxyType

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.history.rewrite import HISTORY_REWRITES
from nomic.cycles.models import Cycle, Entry
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.admin_actions import corrected_by
from nomic.inventory.law_section import amount_of_item, items_of
from nomic.inventory.models import Balance, Card
from nomic.law.document.sections import Law
from nomic.notices.kinds import Heading, NoticeKind
from nomic.notices.models import Notice
from nomic.notices.notify import notify_each
from nomic.players.models import Player

CORRECTION = NoticeKind("correction", "The journal of a game that you play is corrected", Heading.GAMES)
GRANT = NoticeKind("grant", "Staff give you something, or take or change something of yours", Heading.GAMES)


def address_of(slug: str, code: str) -> str:
    """Return the path of the page of the correction `code` in the cycle with this slug."""
    return f"/c/{slug}/corrections/{code}/"


def notify_everybody(act: ActionContext, text: str, code: str, own: Mapping[str, str] = MappingProxyType({})) -> None:
    """Notify all players except the actor. Forks send no notices.

    `own` holds further sentences for some players, by name. An earlier unread notice about the same correction is
    replaced.
    """
    if act.cycle.fork_of_id is not None:
        return
    link = address_of(act.cycle.slug, code)
    Notice.objects.filter(cycle=act.cycle, kind=CORRECTION.name, link=link, read_at=None).delete()
    playing = Player.objects.filter(cycle=act.cycle, left_at=None).exclude(name=act.actor.name)
    names = playing.values_list("name", flat=True)
    stop = "" if text.endswith((".", "!", "?")) else "."
    more = {name: f"{stop} {sentences}" for name, sentences in own.items()}
    texts = {name: f"{act.cycle.title}: {text}{more.get(name, '')}" for name in names}
    notify_each(act, texts, CORRECTION.name, link)


def changed_holdings(cycle: Cycle) -> dict[str, str]:
    """Return sentences by player on what they gain and lose compared with the history that was replaced last."""
    rewrite = Entry.objects.filter(cycle=cycle, action__in=HISTORY_REWRITES).order_by("-seq").first()
    kept = None if rewrite is None else next(iter(cycle.forks.filter(head=rewrite.args["head"])), None)
    if kept is None:
        return {}
    before, after = _holdings(kept), _holdings(cycle)
    found = {}
    for name in sorted({*before, *after}):
        was, now = before.get(name, Counter()), after.get(name, Counter())
        parts = [
            f"{verb} {listed([_counted(cycle.law, what, count) for what, count in sorted(some.items())])}."
            for verb, some in (("You lose", was - now), ("You gain", now - was))
            if some
        ]
        if parts:
            found[name] = " ".join(parts)
    return found


def _counted(law: Law, what: str, count: int) -> str:
    """Return an amount of an item as text, or a card by its name."""
    return amount_of_item(law, what, count) if what in items_of(law) or count > 1 else what


def _holdings(cycle: Cycle) -> dict[str, Counter[str]]:
    """Return the amounts of items and cards by holder."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for holder, item, amount in Balance.objects.filter(cycle=cycle).values_list("holder", "item", "amount"):
        found[holder][item] += amount
    for holder, species in Card.objects.filter(cycle=cycle).exclude(holder="").values_list("holder", "species"):
        found[holder][species] += 1
    return found


def notify_corrected(act: ActionContext) -> None:
    """Notify the players whom an admin's act corrects, except the admin, with the admin's name and the reason."""
    found = corrected_by(act)
    if found is None:
        return
    cycle, by, reason = act.cycle, act.actor.name, found.reason
    texts = {
        name: f"{cycle.title}: correction by {by}: {said}. Reason: {reason}"
        for name, said in found.sentences.items()
        if name != by
    }

    def send(entry: Entry) -> None:
        notify_each(act, texts, GRANT.name, f"/c/{cycle.slug}/journal/{entry.seq}/")

    act.when_saved(send)
