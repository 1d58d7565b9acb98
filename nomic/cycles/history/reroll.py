"""Luck (R19): performs one of a player's own acts again with other dice, and undoes its earlier effects.

The journal is rewritten from that act on, with the same acts in the same order, and lists the undone entries. This is
possible only in the act's phase, while nobody can compute its dice yet (R142), and if no later act depends on it. Both
conditions are checked before anything is drawn, so that a refusal discloses nothing about the dice. If a later act
turns out to be impossible all the same, the reroll is recorded as failed, and counts as a reroll (R126).
"""

from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.retroactive_act import RetroactiveAct
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.reroll_checks import what_depends_on
from nomic.cycles.models import Cycle, Entry, Past, PhaseSeed

RULE = "Luck (R19)"
TOO_LATE = "Only what was drawn in this phase, with its current seed, can be rerolled: older dice are no longer secret."


def reroll(act: ActionContext, key: str) -> None:
    """Perform one of the actor's entries again with other dice (R19). `key` is the entry's key.

    Raises RetroactiveAct in a live cycle, and does nothing in the rewritten history. Raises Refused for an entry that
    cannot be rerolled.
    """
    if act.cycle.fork_of_id is not None or act.cycle.past is Past.REWRITTEN:
        return
    if act.cycle.past is Past.IMPOSSIBLE:
        named = act.cycle.past_why or "this act, because it could not be paid for"
        raise Refused("later-acts", f"With different dice, later acts would not have been possible: {named}.", RULE)
    entry = Entry.objects.filter(cycle=act.cycle, key=key).first()
    if entry is None:
        raise Refused("not-yours", f"No act has the id {key[:12]!r}. Only an act of yours can be rerolled.", RULE)
    if not _is_own(act, entry):
        whose = f"{entry.actor}'s" if entry.actor_kind == "person" else "nobody's"
        raise Refused("not-yours", f"Entry {entry.seq} is {whose}. Only an act of yours can be rerolled.", RULE)
    if entry.phase != act.cycle.phase or entry.seq <= _seed_since(act.cycle):
        raise Refused("too-late", TOO_LATE, RULE)
    if entry.failure is not None or not entry.draws:
        raise Refused("nothing-drawn", f"Entry {entry.seq} has no draw that still counts.", RULE)
    check_nothing_hangs_on(entry)
    raise RetroactiveAct(entry.at, rerolled=entry.key, check=lambda cycle: _check_still_so(cycle, key))


def _seed_since(cycle: Cycle) -> int:
    """Return the number of the entry that introduced the phase's current seed (R142), or 0 for the first seed."""
    newest = PhaseSeed.objects.filter(cycle=cycle, phase=cycle.phase).order_by("-since")
    return newest.values_list("since", flat=True).first() or 0


def _check_still_so(cycle: Cycle, key: str) -> None:
    """Raise Refused if an act performed during the rewrite depends on the entry with this key."""
    check_nothing_hangs_on(Entry.objects.get(cycle=cycle, key=key))


def check_nothing_hangs_on(entry: Entry) -> None:
    """Raise Refused if a later act depends on the entry, so that it cannot be rerolled."""
    said = what_depends_on(entry, last_of(entry))
    if said:
        raise Refused("later-acts", f"Later entries depend on entry {entry.seq}: {said}.", RULE)


def rerollable(ctx: ReadContext) -> list[Entry]:
    """Return the actor's acts of this phase that have drawn, newest first, whether or not other acts depend on them."""
    mine = Entry.objects.filter(cycle=ctx.cycle, phase=ctx.cycle.phase, actor_kind="person", actor=ctx.actor.name)
    drawn = mine.filter(draws__isnull=False, seq__gt=_seed_since(ctx.cycle)).order_by("-seq")[:MAX_LISTED]
    return [entry for entry in drawn if entry.failure is None]


def check_something_to_reroll(ctx: ReadContext) -> None:
    """Precondition: raises Refused if the actor has no act in this phase that has drawn."""
    if ctx.cycle.is_live and not ctx.recall("acts to roll again", lambda: rerollable(ctx)):
        raise Refused("nothing-drawn", "You have drawn nothing in this phase.", RULE)


MAX_LISTED = 50


def last_of(entry: Entry) -> int:
    """Return the number of the last direct consequence of this entry, or its own number.

    Consequences are the entries of rules and deadlines that directly follow it at the same instant.
    """
    last = entry.seq
    following = Entry.objects.filter(cycle_id=entry.cycle_id, seq__gt=entry.seq, at=entry.at).order_by("seq")
    for seq, kind in following.values_list("seq", "actor_kind").iterator(chunk_size=200):
        if kind != "system":
            break
        last = seq
    return last


def _is_own(act: ActionContext, entry: Entry) -> bool:
    return entry.actor_kind == "person" and entry.actor == act.actor.name
