"""The `World` of effects outside of matches, during one act: players, items, stored values and dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from itertools import islice

from nomic.clauses.compiled import clauses_of
from nomic.clauses.events import OutcomeMet
from nomic.clauses.models import full_name
from nomic.clauses.proposal_interface import labels_of, with_labels
from nomic.clauses.runtime.answer_sources import Answering
from nomic.clauses.runtime.draw_secrecy import secrets_of_draws
from nomic.clauses.runtime.law_changes import enact_draft
from nomic.clauses.runtime.law_draft import LawDraft, found_in, rules_added
from nomic.clauses.runtime.outcomes import outcomes_of
from nomic.clauses.runtime.proposals import ProposalsChanged, ProposalsSeen
from nomic.clauses.store.deferred import deferred_store
from nomic.clauses.store.values import (
    THE_CYCLE,
    Changes,
    changes_of,
    is_kept,
    key_problem,
    keys_of,
    stored_value,
    stored_values,
)
from nomic.clauses.vocabulary.player_facts import appoint, fact
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.history.reroll import reroll
from nomic.cycles.work_budget import Work, work_of
from nomic.effects.asking.begun_moves import MAX_LABEL, MAX_PURPOSE
from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.holding import holder_in_words
from nomic.effects.language.operations.governance.amending import AMENDING_STEPS, THIS
from nomic.effects.language.world import (
    Card,
    Due,
    Keys,
    Members,
    Names,
    Outcome,
    Players,
    Rest,
    Runner,
    Secrets,
    Step,
    Value,
)
from nomic.effects.prose.english_grammar import conjugated, flagged, is_plural_name, listed
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless_world import CardlessWorld
from nomic.effects.running.run import Run
from nomic.inventory.freezes import Frozen
from nomic.inventory.law_section import items_of, named
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.document.sections import Document, pointer
from nomic.law.schema.json_reader import Json
from nomic.players.lookup import who_plays

REVISION_STEPS = 5_000  # cost of a revision of the law, which is parsed, checked and written
LOOK_BACK_STEPS = 500  # cost of reading an earlier law
CHANGE_STEPS = 25  # cost of one change, which is written, emitted and dispatched to listeners


BY_ZERO = "Something was divided by 0, which counts as 0 (R140)."


class OutOfPlace(Exception):
    """Raised if an effect uses something that does not exist outside of matches.

    The check of the law should have rejected such an effect.
    """


class HallSeen(ProposalsSeen, EnglishPrompts, CardlessWorld):
    """The read-only `World` outside of matches, in which conditions are evaluated."""

    def __init__(self, ctx: ReadContext) -> None:
        self.ctx = ctx
        self.remarks: dict[str, None] = {}  # sentences for the entry about how something was worked out

    def run(self, me: str, label: str) -> Run:
        """Return a run for a player. Its steps count towards the act's limit."""
        return Run(self, me, label, self.spend)

    @cached_property
    def work(self) -> Work:
        """The step budget to charge: the act's, unless a caller has assigned another."""
        return work_of(self.ctx)

    def spend(self, steps: int) -> None:
        """Charge steps to the budget. Raises TooLong if too few are left."""
        self.work.take(steps)

    def _look(self, times: int = 1) -> None:
        """Charge `times` reads as steps to the budget. Raises TooLong if too few are left."""
        self.spend(times)

    def divided_by_zero(self, run: Runner) -> None:
        self.remark(BY_ZERO)

    def remark(self, sentence: str) -> None:
        """Add a sentence to the entry's messages, unless it was added before."""
        self.remarks[sentence] = None

    def players(self, which: str) -> Players:
        """Return the names of players: all, only active or inactive ones (R8), or only reputable ones (R6)."""
        rows = who_plays(self.ctx)
        self._look(len(rows))
        if which == "reputable":
            return tuple(player.name for player in rows if player.is_reputable)
        if which in ("active", "inactive"):
            phase, wanted = self.ctx.cycle.phase, which == "inactive"
            return tuple(player.name for player in rows if player.is_inactive(phase) == wanted)
        return tuple(player.name for player in rows)

    def is_free(self, card: Card) -> bool:
        """Return whether the card has an owner and no match uses it (R117). Without cards in the law, always False."""
        return False

    def fact(self, what: str, player: str, detail: str) -> int:
        self._look()
        return fact(self.ctx, what, player, detail)

    def following(self, player: str) -> Players:
        return ()

    def stock(self, item: str, holder: str) -> int:
        self._look()
        return balances(self.ctx, holder).get(item, 0)

    def in_law(self, keys: Keys) -> int:
        self._look()
        return _number(found_in(self.ctx.law.document, keys))

    def rules_added(self, hours: int, phases: int) -> Members:
        self._look(LOOK_BACK_STEPS)
        return rules_added(self.ctx, self.ctx.law.document, hours, phases)

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        found = outcomes_of(self.ctx.law, pool)
        self._look(len(found))
        return found

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        """Return a stored value of a holder, or of the cycle if `holder` is "".

        Returns 0 for a value that the law no longer has (R106).
        """
        value: Value = stored_value(self.ctx, name, holder, key) if is_kept(self.ctx.law, name, holder, key) else 0
        column = clauses_of(self.ctx.law).columns.get(name) if holder == THE_CYCLE else None
        if column is not None:
            value = column.clause.cell(key, name)
        self._look(len(value) + 1 if isinstance(value, tuple) else 1)
        return value

    def keys(self, name: str, holder: str) -> Sequence[str]:
        """Return the keys with stored content for a holder's value, sorted."""
        found = self._keys(name, holder)
        self._look(len(found))
        return found

    def _keys(self, name: str, holder: str) -> Sequence[str]:
        clauses = clauses_of(self.ctx.law)
        if holder == THE_CYCLE and name in clauses.tables:
            return clauses.tables[name].clause.filled()
        if holder == THE_CYCLE and name in clauses.columns:
            return clauses.columns[name].clause.filled(name)
        placed = clauses.values.get(name)
        if placed is None or (placed.clause.of == "cycle") != (holder == THE_CYCLE):
            return ()
        return keys_of(self.ctx, name, holder)

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def ask(self, question: Question) -> tuple[int | str, ...]:
        raise OutOfPlace(f"nobody is asked here: {question.prompt}")

    def offers_keep_their_places(self) -> bool:
        """Return True, because the available options may change before an offer is answered."""
        return True

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise OutOfPlace("a condition draws nothing")


class Hall(ProposalsChanged, HallSeen):
    """The `World` outside of matches in which an act runs the effect of a clause."""

    def __init__(self, act: ActionContext, answering: Answering | None = None) -> None:
        super().__init__(act)
        self.act = act
        self.answering = Answering(act) if answering is None else answering
        self.announced: list[str] = []
        self.missed: dict[str, None] = {}
        self.stopped: dict[str, Frozen] = {}  # freezes that have stopped something, by their messages
        self.concerned: frozenset[int | str] = frozenset()  # players and cards whose freezes refuse the act
        self.skipped: dict[str, None] = {}  # reasons why something is not kept
        self.changes = 0  # number of changes
        self.runs_in_vain = 0  # number of runs without a change
        self.granted: Counter[tuple[str, str]] = Counter()
        self._gained: Counter[tuple[str, str]] = Counter()
        self._keeping_secret = False
        self.rule, self.title = "", ""  # of the clause that acts
        self._results_before: tuple[list[str], list[str]] | None = None
        self._recorded: set[str] = set()

    def spend_change(self) -> None:
        """Charge the steps of one change to the budget. Raises TooLong if too few are left."""
        self.spend(CHANGE_STEPS)

    def hand_out(self) -> None:
        """Give new cards to their owners.

        Called at the end of a run, or earlier. Without cards in the law, do nothing.
        """

    def new_cards(self) -> list[str]:
        """Return the codes of new cards. Without cards in the law, the list is empty."""
        return []

    def granted_to(self, player: str) -> dict[str, int]:
        """Return the amounts that a player gained, by item."""
        return {item: count for (holder, item), count in self.granted.items() if holder == player}

    def gained(self, player: str) -> str:
        """Return a player's gains as text, such as "2 Handy Packs and 7 of Stars (Blue)"."""
        return ", ".join(self.gains(player))

    def gains(self, player: str) -> list[str]:
        """Return a player's gains as texts, one for each item."""
        granted = self.granted.items()
        return [named(self.act.law, item, count) for (holder, item), count in granted if holder == player]

    def divided_by_zero(self, run: Runner) -> None:
        if not (self.act.has_looked or self.act.draws_in_secret):  # the error would reveal a secret
            super().divided_by_zero(run)

    def below(self, sides: int, label: str, purpose: str) -> int:
        if self.act.draws_in_secret:
            return self.act.unseen.below(sides, label, purpose)
        return self.act.chance.below(sides, label[:MAX_LABEL], purpose[:MAX_PURPOSE])

    def secrets(self) -> Secrets:
        """Return the values and pools that the law keeps secret."""
        return secrets_of_draws(self.act.law)

    def is_revealed(self, name: str) -> bool:
        placed, revealed = clauses_of(self.act.law).values[name], stored_values(self.act, name).revealed
        if placed.clause.by is not None:  # for whom it is kept, and for whom not, is secret too
            return False
        holders = self.players("players") if placed.clause.of == "player" else (THE_CYCLE,)
        return revealed.issuperset((holder, "") for holder in holders)

    def in_secret(self) -> AbstractContextManager[None]:
        return self.act.in_secret()

    def ask(self, question: Question) -> tuple[int | str, ...]:
        return self.answering.ask(question)

    def prompt(self, choice: Step, least: int, most: int, who: str, names: Names) -> str:
        """Return the text of a question.

        Prompts are public, so they contain no names after a secret was read, which may have determined those names.
        """
        return super().prompt(choice, least, most, who, {"me": names["me"]} if self.act.has_looked else names)

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        return self.answering.ask_all(who, question)

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        """Return a stored value.

        Reading a secret that the actor may not see is recorded on the act, which from then on counts as having drawn
        (R126).
        """
        if is_kept(self.act.law, name, holder, key) and self._is_secret(name, holder):
            self._look_at_secret((holder, key) in stored_values(self.act, name).revealed)
        return super().stored_value(name, holder, key)

    def keys(self, name: str, holder: str) -> Sequence[str]:
        """Return the keys with stored content for a holder's value. For a secret, this counts as reading the secret."""
        placed = clauses_of(self.act.law).values.get(name)
        if placed is not None and placed.clause.by is not None and self._is_secret(name, holder):
            self._look_at_secret(is_revealed=False)
        return super().keys(name, holder)

    def _look_at_secret(self, is_revealed: bool) -> None:
        if not is_revealed and not self._keeping_secret:
            self.act.has_looked = True

    def _is_secret(self, name: str, holder: str) -> bool:
        """Return whether the actor is not allowed to see a value before it is revealed."""
        seen = clauses_of(self.act.law).values[name].clause.seen
        return seen != "all" and not (seen == "owner" and holder == self.act.actor.name)

    def _miss(self, name: str) -> None:
        """Record a name that the law no longer has. Effects of an earlier law with such a name do nothing (R106)."""
        self.missed[name] = None

    def _is_item(self, name: str) -> bool:
        """Return whether the law has the item.

        If not, record the name as missing, because computed names can be invalid.
        """
        if name not in items_of(self.act.law):
            self._miss(name)
        return name in items_of(self.act.law)

    def _is_frozen(self, giver: str, taker: str, name: str, card: str = "") -> bool:
        """Return whether a freeze stops a movement. The journal then gives the reason.

        Raises Refused instead, before the first draw, if a player's act would move something of the actor or of a
        player or card that the act names.
        """
        found = ledger_of(self.act).frozen(giver, taker, name, is_card=bool(card))
        if found is None:
            return False
        if not self.act.drew and self.concerned & {giver, taker, card}:
            raise found.refusal
        self.stopped[found.message] = found
        return True

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if self._is_item(item) and count > 0 and not self._is_frozen("", to, item):
            self.spend(CHANGE_STEPS)
            ledger_of(self.act).grant(to, item, count)
            self._gained[to, item] += count
            self.granted[to, item] += count
            self.changes += 1

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        self._is_item(item)
        taken = min(max(count, 0), self.stock(item, player))
        if taken and self._is_frozen(player, "", item):
            return
        self.spend(CHANGE_STEPS * (taken > 0))
        ledger_of(self.act).revoke(player, item, taken)
        self._gained[player, item] -= taken
        self.changes += taken > 0

    def transfer(self, item: str, count: int, giver: str, taker: str, run: Runner) -> None:
        self._is_item(item)
        handed = 0 if giver == taker else min(max(count, 0), self.stock(item, giver))
        if handed and self._is_frozen(giver, taker, item):
            return
        self.spend(CHANGE_STEPS * (handed > 0))
        ledger_of(self.act).transfer(giver, taker, item, handed)
        self._gained[giver, item] -= handed
        self._gained[taker, item] += handed
        self.changes += handed > 0

    def keep(self, name: str, holder: str, value: Value, key: str = "") -> None:
        """Set a stored value to the nearest allowed content.

        A key that the law does not allow, or that exceeds the maximum number, is ignored with a message.
        """
        self._look(len(value) if isinstance(value, tuple) else 1)
        if not is_kept(self.act.law, name, holder, key):
            self._miss(name)
            return
        clause = clauses_of(self.act.law).values[name].clause
        if clause.by is not None and (problem := key_problem(self.act, clause, holder, key)):
            if clause.is_secret:  # an error would reveal what is kept
                self.changes += 1
            else:
                self.skipped[problem] = None
            return
        changes = changes_of(self.act).keep(name, holder, value, key)
        self.spend(CHANGE_STEPS * changes)
        self.changes += changes or clause.is_secret  # an error would reveal whether it changed

    def reveal(self, name: str, holders: Players | None) -> None:
        """Reveal a secret value to everybody until it is set again, with all its keys."""
        placed = clauses_of(self.act.law).values.get(name)
        everybody = self.players("players") if placed and placed.clause.of == "player" else (THE_CYCLE,)
        for holder in everybody if holders is None else holders:
            if placed is None or (placed.clause.of == "cycle") != (holder == THE_CYCLE):
                self._miss(name)
                continue
            for key in keys_of(self.act, name, holder):
                self.spend(CHANGE_STEPS)
                changes_of(self.act).reveal(name, holder, key)
            self.changes += 1

    @contextmanager
    def drawing_for(self, name: str) -> Iterator[None]:
        """Context manager in which draws are secret if the value `name` is, because public draws would reveal it."""
        before, placed = self._keeping_secret, clauses_of(self.act.law).values.get(name)
        self._keeping_secret = before or (placed is not None and placed.clause.is_secret)
        try:
            with self.act.in_secret() if self._keeping_secret else nullcontext():
                yield
        finally:
            self._keeping_secret = before

    def reset(self, name: str, holder: str, key: str = "") -> None:
        """Reset a value to its initial content."""
        if is_kept(self.act.law, name, holder, key):
            self.spend(CHANGE_STEPS)
            changes_of(self.act).reset(name, holder, key)
            self.changes += 1
        else:
            self._miss(name)

    def later(self, due: Due, rest: Rest, run: Runner, ends: str = "") -> None:
        """Store a deferred effect. Raises Refused if the cycle's limit is reached."""
        self.spend(CHANGE_STEPS)
        deferred_store(self.act).keep(due, rest, run.label, run.me, ends)
        self.changes += 1

    def lasts(self, name: str, holders: Players, key: str | None = "") -> None:
        """Cancel the scheduled reset of a value that was set again. `key` is None for all keys."""
        self.changes += deferred_store(self.act).lasts(name, holders, key)

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Add a message about the outcome that a player drew, and emit its event.

        A secret draw has no event, and its message does not name the outcome.
        """
        if in_secret:
            self.announce(f"{player} meets something in {pool}. Which outcome it is, is secret.")
        elif title:
            self.announce(f"{player} meets “{title}”.")
            self.act.emit(OutcomeMet(player=player, pool=pool, outcome=title))
        else:
            self.announce(f"{player} meets nothing: {pool} has nothing on offer now.")

    def announce(self, text: str) -> None:
        """Add a text to the entry's messages."""
        self.spend(CHANGE_STEPS)
        self.announced.append(text)
        self.changes += 1

    def record(self, lines: tuple[str, ...], name: str) -> None:
        """Add lines to the entry's messages, and store them in the value `name` without a further message."""
        for line in lines:
            self.announce(line)
        if name:
            self.keep(name, THE_CYCLE, lines)
            self._recorded.add(name)

    def appoint(self, office: str, player: str) -> None:
        """Give an office to a player, or vacate the office if `player` is empty."""
        self.changes += appoint(self.act, office, player)

    # ── the law

    @cached_property
    def draft(self) -> LawDraft:
        """The law with the changes made by this effect so far."""
        self.spend(REVISION_STEPS)
        return LawDraft(self.act.law, self.rule, self.title)

    @property
    def has_amended(self) -> bool:
        """Whether the effect has changed the law."""
        return "draft" in self.__dict__ and bool(self.draft.operations)

    @property
    def _document(self) -> Document:
        return self.draft.document if "draft" in self.__dict__ else self.act.law.document

    def in_law(self, keys: Keys) -> int:
        self._look()
        return _number(found_in(self._document, keys))

    def rules_added(self, hours: int, phases: int) -> Members:
        self._look(LOOK_BACK_STEPS)
        return rules_added(self.act, self._document, hours, phases)

    def put_into_law(self, keys: Keys, content: Json, *, is_new: bool = False) -> None:
        self.spend(AMENDING_STEPS)
        self.changes += self.draft.put(keys, content, is_new=is_new)

    def strike_from_law(self, keys: Keys) -> None:
        self.spend(AMENDING_STEPS)
        if self.draft.strike(keys):
            self.changes += 1
        else:
            self._miss(pointer(*keys))

    def repeal(self, rule: str) -> None:
        self.spend(AMENDING_STEPS)
        if self.draft.repeal(self.rule if rule == THIS else rule):
            self.changes += 1
        else:
            self._miss(f"rule {rule}")

    def amend_law(self, key: str) -> None:
        """Enact the changes that this effect made to the law, for the clause with this key. Raises Refused."""
        if self.has_amended:
            self._results_before = self.results(), self.results_besides_items()  # by the law under which it happened
            enact_draft(self.act, self.draft, key, self.title)

    def reroll(self, entry: str) -> None:
        """Reroll an act (R19). Raises RetroactiveAct, or Refused if the act cannot be rerolled."""
        reroll(self.act, entry)
        self.changes += 1

    def results(self) -> list[str]:
        """Return the results of the effect as sentences."""
        if self._results_before is not None:
            return [*self._results_before[0], *self._law_results()]
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
        if self._results_before is not None:
            return [*self._results_before[1], *self._law_results()]
        return [*self.announced, *self._value_results(), *self.remarks]

    def _law_results(self) -> list[str]:
        return [*self.draft.results[:MAX_TOLD], f"The law is now revision {self.act.cycle.revision}."]

    def _item_results(self) -> list[str]:
        """Return sentences about what players gained and lost. Players with the same changes share a sentence."""
        moved: dict[tuple[str, bool], list[str]] = {}
        for (player, item), count in self._gained.items():
            if count:
                moved.setdefault((player, count > 0), []).append(named(self.act.law, item, abs(count)))
        alike: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
        for (player, gains), items in moved.items():
            alike.setdefault((gains, tuple(items)), []).append(capital(holder_in_words(player)))
        return [
            f"{several(players)} {conjugated('gain' if gains else 'lose', len(players) == 1)} {listed(items)}"
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
        labels = labels_of(self.act.cycle, (each for now in news.values() if isinstance(now, tuple) for each in now))
        for key, now in islice(news.items(), MAX_TOLD):
            clause = values[key[0]].clause
            if clause.is_ == "flag":
                results.append(_flag_result(key, then[key], bool(now)))
                continue
            text = str(now) if isinstance(now, int) else clause.in_words(with_labels(now, labels))
            results.append(f"{full_name(*key)} {conjugated('be', not is_plural_name(key[0]))}{then[key]} {text}.")
        return results if len(news) <= MAX_TOLD else [*results, f"And so are {len(news) - MAX_TOLD} more values."]


def _flag_result(key: tuple[str, str, str], then: str, is_set: bool) -> str:
    """Return a sentence about a flag: "Ada is now Honoured.", or "Frozen is now yes." for a flag of the cycle."""
    name, holder, of = key
    if not holder or of:
        return f"{full_name(*key)} is{then} {'yes' if is_set else 'no'}."
    return f"{holder} is{then if is_set else ' no longer' if then else ' not'} {flagged(name)}."


def _was_said(changes: Changes, key: tuple[str, str, str], now: object) -> bool:
    return key in changes.said and changes.said[key] == now


def _number(found: Json) -> int:
    """Return the content if it is a number, otherwise 0."""
    return found if isinstance(found, int) else 0


MAX_TOLD = 20


def capital(text: str) -> str:
    """Capitalise "the" in a holder's description, for the beginning of a sentence. Names are returned unchanged."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def several(players: list[str]) -> str:
    """Return the names of players joined by "and".

    Beyond `MAX_TOLD` of them, only the number of the others is given.
    """
    if len(players) > MAX_TOLD:
        return f"{', '.join(players[:MAX_TOLD])} and {len(players) - MAX_TOLD} more"
    return " and ".join([", ".join(players[:-1]), players[-1]] if len(players) > 1 else players)
