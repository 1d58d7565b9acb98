"""The `World` of effects outside of matches, during one act: players, items, stored values and dice."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.events import OutcomeMet
from nomic.clauses.runtime.answer_sources import Answering
from nomic.clauses.runtime.draw_secrecy import secrets_of_draws
from nomic.clauses.runtime.world.amendable_world import AmendableHall
from nomic.clauses.runtime.world.proposals import ProposalsChanged
from nomic.clauses.runtime.world.read_only_world import CHANGE_STEPS
from nomic.clauses.store.deferred_effects import deferred_store
from nomic.clauses.store.values import THE_CYCLE, changes_of, is_kept, key_problem, keys_of, stored_values
from nomic.clauses.vocabulary.player_facts import appoint
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.history.reroll import reroll
from nomic.effects.asking.begun_moves import MAX_LABEL, MAX_PURPOSE
from nomic.effects.asking.questions import Question
from nomic.effects.language.world import Due, Members, Names, Players, Rest, Runner, Secrets, Step, Value
from nomic.inventory.law_section import items_of
from nomic.inventory.ledger import ledger_of


class Hall(AmendableHall, ProposalsChanged):
    """The `World` outside of matches in which an act runs the effect of a clause."""

    def __init__(self, act: ActionContext, answering: Answering | None = None) -> None:
        super().__init__(act)
        self.answering = Answering(act) if answering is None else answering
        self.concerned: frozenset[int | str] = frozenset()  # players and cards whose freezes refuse the act
        self.runs_in_vain = 0  # number of runs without a change
        self._keeping_secret = False

    def hand_out(self) -> None:
        """Give new cards to their owners.

        Called at the end of a run, or earlier. Does nothing if the law has no cards.
        """

    def new_cards(self) -> list[str]:
        """Return the codes of new cards. The list is empty if the law has no cards."""
        return []

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
        """Return the text of the question to `who` of a choice of `least` to `most` options.

        Prompts are public. After the act has read a secret, which may have determined the bound `names`, only `$me` is
        named.
        """
        return super().prompt(choice, least, most, who, {"me": names["me"]} if self.act.has_looked else names)

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        return self.answering.ask_all(who, question)

    def stored_value(self, name: str, holder: str, key: str = "") -> Value:
        """Return the content of the value `name` for a holder, and for `key` if the value has keys.

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

    def _is_item(self, name: str) -> bool:
        """Return whether the law has the item.

        If not, record the name as missing, because computed names can be invalid.
        """
        if name not in items_of(self.act.law):
            self._miss(name)
        return name in items_of(self.act.law)

    def _is_frozen(self, giver: str, taker: str, name: str, card: str = "") -> bool:
        """Return whether a freeze blocks a movement, and add its reason to the journal.

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
        """Set a stored value to `value`, or to the nearest allowed content.

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
        """Context manager in which draws are secret if the value `name` is: public draws would reveal it."""
        before, placed = self._keeping_secret, clauses_of(self.act.law).values.get(name)
        self._keeping_secret = before or (placed is not None and placed.clause.is_secret)
        try:
            with self.act.in_secret() if self._keeping_secret else nullcontext():
                yield
        finally:
            self._keeping_secret = before

    def reset(self, name: str, holder: str, key: str = "") -> None:
        """Reset the value `name` of a holder, under `key`, to its initial content."""
        if is_kept(self.act.law, name, holder, key):
            self.spend(CHANGE_STEPS)
            changes_of(self.act).reset(name, holder, key)
            self.changes += 1
        else:
            self._miss(name)

    def later(self, due: Due, rest: Rest, run: Runner, ends: str = "") -> None:
        """Store the deferred effect `rest`, due at `due`. Raises Refused if the cycle's limit is reached.

        `ends` is the value that the effect resets, or "".
        """
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
            self.announce(f"{player} finds something in {pool}. What it is stays secret.")
        elif title:
            self.announce(f"{player} finds “{title}”.")
            self.act.emit(OutcomeMet(player=player, pool=pool, outcome=title))
        else:
            self.announce(f"{player} finds nothing: {pool} has nothing to offer now.")

    def appoint(self, office: str, player: str) -> None:
        """Give an office to a player, or vacate the office if `player` is empty."""
        self.changes += appoint(self.act, office, player)

    def record(self, lines: tuple[str, ...], name: str) -> None:
        """Add lines to the entry's messages, and store them in the value `name` without a further message."""
        for line in lines:
            self.announce(line)
        if name:
            self.keep(name, THE_CYCLE, lines)
            self._recorded.add(name)

    def reroll(self, entry: str) -> None:
        """Reroll an act (R19). Raises RetroactiveAct, or Refused if the act cannot be rerolled."""
        reroll(self.act, entry)
        self.changes += 1
