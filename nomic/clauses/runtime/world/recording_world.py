"""Records the effects of a clause outside of matches, and describes them in sentences."""

from collections import Counter
from itertools import islice

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.code_labels import labels_of, with_labels
from nomic.clauses.models import full_name
from nomic.clauses.offices.value_results import office_result
from nomic.clauses.runtime.world.read_only_world import CHANGE_STEPS, HallSeen
from nomic.clauses.schema.value_kinds import as_texts
from nomic.clauses.store.values import ValueChanges, changes_of, stored_value
from nomic.cycles.actions.context import ActionContext
from nomic.effects.language.nodes.item_holders import holder_in_words
from nomic.effects.prose.english_grammar import (
    capitalise_article,
    conjugated,
    flagged,
    is_plural_name,
    listed,
    with_article,
)
from nomic.inventory.freezes import Frozen
from nomic.inventory.law_section import amount_of_item


class HallRecord(HallSeen):
    """A `World` outside of matches that records what a clause's effect does, and describes it in sentences."""

    def __init__(self, act: ActionContext) -> None:
        super().__init__(act)
        self.act = act
        self.announced: list[str] = []
        self.missed: dict[str, None] = {}
        self.stopped: dict[str, Frozen] = {}  # freezes that have stopped something, by their messages
        self.skipped: dict[str, None] = {}  # reasons why something is not kept
        self.changes = 0  # number of changes
        self.granted: Counter[tuple[str, str]] = Counter()
        self._gained: Counter[tuple[str, str]] = Counter()
        self._recorded: set[str] = set()

    def spend_change(self) -> None:
        """Charge the steps of one change to the budget. Raises TooLong if too few are left."""
        self.spend(CHANGE_STEPS)

    def granted_to(self, player: str) -> dict[str, int]:
        """Return the amounts that a player gained, by item."""
        return {item: count for (holder, item), count in self.granted.items() if holder == player}

    def gained(self, player: str) -> str:
        """Return a player's gains as text, such as "2 Handy Packs and 7 of Stars (Blue)"."""
        return ", ".join(self.gains(player))

    def gains(self, player: str) -> list[str]:
        """Return a player's gains as texts, one for each item."""
        granted = self.granted.items()
        return [amount_of_item(self.act.law, item, count) for (holder, item), count in granted if holder == player]

    def _miss(self, name: str) -> None:
        """Record a name that the law no longer has.

        Effects stored under an earlier law that use such a name do nothing (R106).
        """
        self.missed[name] = None

    def announce(self, text: str) -> None:
        """Add a text to the entry's messages."""
        self.spend(CHANGE_STEPS)
        self.announced.append(text)
        self.changes += 1

    def results(self) -> list[str]:
        """Return the results of the effect as sentences."""
        missed = [f"{name} no longer exists." for name in self.missed]
        return [
            *self.announced,
            *missed,
            *self.stopped,
            *self.skipped,
            *self._item_results(),
            *self._value_results(),
            *self.remarks,
        ]

    def results_besides_items(self) -> list[str]:
        """Return the results of the effect as sentences, without gains and losses of items."""
        return [*self.announced, *self._value_results(), *self.remarks]

    def _item_results(self) -> list[str]:
        """Return sentences about what players gained and lost. Players with the same changes share a sentence."""
        moved: dict[tuple[str, bool], list[str]] = {}
        for (player, item), count in self._gained.items():
            if count:
                moved.setdefault((player, count > 0), []).append(amount_of_item(self.act.law, item, abs(count)))
        alike: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
        for (player, gains), items in moved.items():
            alike.setdefault((gains, tuple(items)), []).append(capitalise_article(holder_in_words(player)))
        return [
            f"{names_in_words(players)} {conjugated('gain' if gains else 'lose', len(players) == 1)} {listed(items)}"
            f"{' each' if len(players) > 1 else ''}."
            for (gains, items), players in alike.items()
        ]

    def _value_results(self) -> list[str]:
        changes, values = changes_of(self.act), clauses_of(self.act.law).values
        news = {
            key: now
            for key, (_, now) in changes.shown.items()
            if now is not None and key[0] not in self._recorded and not _was_said(changes, key, now)
        }
        then = dict.fromkeys(news, " now") | dict.fromkeys(changes.revealed, "")
        news |= {key: stored_value(self.act, *key) for key in changes.revealed}
        results = []
        members = (each for now in news.values() if isinstance(now, tuple) for each in now)
        labels = labels_of(self.act.cycle, (*members, *(key[2] for key in news)))
        for key, now in islice(news.items(), MAX_TOLD):
            clause, named_key = values[key[0]].clause, labels.get(key[2], key[2])
            of_office = office_result(self.act, key, now)
            if of_office is not None:
                results.extend([of_office] if of_office else [])
                continue
            if clause.is_ == "flag":
                results.append(_flag_result((key[0], key[1], named_key), then[key], bool(now)))
                continue
            if clause.is_ == "player" and not key[1] and not key[2]:
                results.append(_role_result(key[0], then[key], listed(as_texts(now))))
                continue
            text = str(now) if isinstance(now, int) else clause.in_words(with_labels(now, labels))
            be = conjugated("be", not is_plural_name(key[0]))
            results.append(f"{full_name(key[0], key[1], named_key)} {be}{then[key]} {text}.")
        return results if len(news) <= MAX_TOLD else [*results, f"And so are {len(news) - MAX_TOLD} more values."]


def _flag_result(key: tuple[str, str, str], then: str, is_set: bool) -> str:
    """Return a sentence about a flag: "Ada is now Honoured.", or "Bidding is now on." for a flag of the cycle."""
    name, holder, of = key
    if not holder or of:
        return f"{full_name(*key)} is{then} {'on' if is_set else 'off'}."
    return f"{holder} is{then if is_set else ' no longer' if then else ' not'} {flagged(name)}."


def _role_result(name: str, then: str, holder: str) -> str:
    """Return a sentence about a player stored for the cycle: "Ada is now the Seller."."""
    role = name.removeprefix("The ")
    if holder:
        return f"{holder} is{then} the {role}."
    return f"There is {'no longer' if then else 'not'} {with_article(role)}."


def _was_said(changes: ValueChanges, key: tuple[str, str, str], now: object) -> bool:
    return key in changes.said and changes.said[key] == now


MAX_TOLD = 20


def names_in_words(players: list[str]) -> str:
    """Return the names of players joined by "and".

    Beyond `MAX_TOLD`, only the number of further names is given.
    """
    if len(players) > MAX_TOLD:
        return f"{', '.join(players[:MAX_TOLD])} and {len(players) - MAX_TOLD} more"
    return " and ".join([", ".join(players[:-1]), players[-1]] if len(players) > 1 else players)
