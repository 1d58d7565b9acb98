"""The hall as clauses see it, during one act: its players, what they own, the values that are kept, and dice."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from itertools import islice

from nomic.clauses.compiled import clauses_of
from nomic.clauses.events import OutcomeMet
from nomic.clauses.runtime.outcomes import outcomes_of
from nomic.clauses.runtime.questions import Answering
from nomic.clauses.runtime.secret_draws import secrets_of_draws
from nomic.clauses.store.deferred import deferred_store
from nomic.clauses.store.values import THE_CYCLE, changes_of, held, is_kept, kept
from nomic.clauses.vocabulary.player_facts import appoint, fact
from nomic.cycles.actions.context import Act, Moment
from nomic.cycles.history.reroll import reroll
from nomic.cycles.work_budget import Work, work_of
from nomic.effects.asking.begun import MAX_LABEL, MAX_PURPOSE
from nomic.effects.asking.questions import Question
from nomic.effects.language.nodes.holding import STORE
from nomic.effects.language.world import (
    Card,
    Due,
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
from nomic.effects.prose.prompts import EnglishPrompts
from nomic.effects.running.cardless import CardlessWorld
from nomic.effects.running.run import Run
from nomic.inventory.law_section import items_of, named
from nomic.inventory.ledger import balances, ledger_of
from nomic.players.lookup import who_plays

CHANGE_STEPS = 25  # that one change is, for it is written, told and heard of


BY_ZERO = "Something was divided by 0, which counts as 0 (R140)."


class OutOfPlace(Exception):
    """Something was wanted that there is not in the hall: the check of the law should have refused it."""


class HallSeen(EnglishPrompts, CardlessWorld):
    """The hall in a moment, to be looked at: what conditions are asked of."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self._has_divided_by_zero = False

    def run(self, me: str, label: str) -> Run:
        """Something running here for a player, whose steps count against those of the act."""
        return Run(self, me, label, self.spend)

    @cached_property
    def work(self) -> Work:
        """The steps that are left here: those of the act, unless something is done apart."""
        return work_of(self.moment)

    def spend(self, steps: int) -> None:
        """Take so many steps. Raises TooLong where that is more than are left."""
        self.work.take(steps)

    def _look(self, times: int = 1) -> None:
        """Count how often anything is looked at. Raises TooLong where it is more than anybody should wait for."""
        self.spend(times)

    def divided_by_zero(self, run: Runner) -> None:
        self._has_divided_by_zero = True

    @property
    def zero_told(self) -> list[str]:
        """R140: that something was divided by 0, if it was."""
        return [BY_ZERO] if self._has_divided_by_zero else []

    def players(self, which: str) -> Players:
        """Everybody who plays, or who of them is active or not (R8), or reputable (R6), by name."""
        rows = who_plays(self.moment)
        self._look(len(rows))
        if which == "reputable":
            return tuple(player.name for player in rows if player.is_reputable)
        if which in ("active", "inactive"):
            phase, wanted = self.moment.cycle.phase, which == "inactive"
            return tuple(player.name for player in rows if player.is_inactive(phase) == wanted)
        return tuple(player.name for player in rows)

    def is_free(self, card: Card) -> bool:
        """Whether somebody has the card and no game holds it itself (R117)."""
        return False

    def fact(self, what: str, player: str, detail: str) -> int:
        self._look()
        return fact(self.moment, what, player, detail)

    def following(self, player: str) -> Players:
        return ()

    def stock(self, item: str, holder: str) -> int:
        self._look()
        return balances(self.moment, holder).get(item, 0)

    def outcomes(self, pool: str) -> Sequence[Outcome]:
        found = outcomes_of(self.moment.law, pool)
        self._look(len(found))
        return found

    def kept(self, name: str, holder: str) -> Value:
        """A value as it is; without a holder the cycle's. What the law does not keep any more is 0 (R106)."""
        value = kept(self.moment, name, holder) if is_kept(self.moment.law, name, holder) else 0
        self._look(len(value) + 1 if isinstance(value, tuple) else 1)
        return value

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        raise OutOfPlace("a condition changes nothing")

    def ask(self, question: Question) -> tuple[int | str, ...]:
        raise OutOfPlace(f"nobody is asked here: {question.prompt}")

    def offers_keep_their_places(self) -> bool:
        """What is possible may have changed when a question is answered."""
        return True

    def below(self, sides: int, label: str, purpose: str) -> int:
        raise OutOfPlace("a condition draws nothing")


class Hall(HallSeen):
    """The hall in an act, in which a clause does something."""

    def __init__(self, act: Act, answering: Answering | None = None) -> None:
        super().__init__(act)
        self.act = act
        self.answering = Answering(act) if answering is None else answering
        self.announced: list[str] = []
        self.missed: dict[str, None] = {}
        self.changes = 0  # how many there have been
        self.runs_in_vain = 0  # in which nothing changed
        self.granted: Counter[tuple[str, str]] = Counter()
        self._gained: Counter[tuple[str, str]] = Counter()
        self._keeping_secret = False

    def hand_out(self) -> None:
        """Have what was made be whose it is, at the end of a run at the latest."""

    def new_cards(self) -> list[str]:
        """The codes of cards that came of it; none where there are no cards."""
        return []

    def gained(self, player: str) -> str:
        """What came to a player, in words: "2 Handy Packs and 7 of Stars (Blue)"."""
        return ", ".join(self.gains(player))

    def gains(self, player: str) -> list[str]:
        """The same, piece by piece."""
        granted = self.granted.items()
        return [named(self.act.law, item, count) for (holder, item), count in granted if holder == player]

    def divided_by_zero(self, run: Runner) -> None:
        if not (self.act.has_looked or self.act.draws_in_secret):  # it would tell of a secret
            super().divided_by_zero(run)

    def below(self, sides: int, label: str, purpose: str) -> int:
        if self.act.draws_in_secret:
            return self.act.unseen.below(sides, label, purpose)
        return self.act.chance.below(sides, label[:MAX_LABEL], purpose[:MAX_PURPOSE])

    def secrets(self) -> Secrets:
        """What the law keeps secret."""
        return secrets_of_draws(self.act.law)

    def is_told(self, name: str) -> bool:
        placed, revealed = clauses_of(self.act.law).values[name], held(self.act, name).revealed
        holders = self.players("players") if placed.clause.of == "player" else (THE_CYCLE,)
        return revealed.issuperset(holders)

    def in_secret(self) -> AbstractContextManager[None]:
        return self.act.in_secret()

    def ask(self, question: Question) -> tuple[int | str, ...]:
        return self.answering.ask(question)

    def prompt(self, choice: Step, least: int, most: int, who: str, names: Names) -> str:
        """Everybody can read it: after a look at a secret it names nobody, who may have come out of that."""
        return super().prompt(choice, least, most, who, {"me": names["me"]} if self.act.has_looked else names)

    def ask_all(
        self, who: Callable[[], Players], question: Callable[[str], Question | None]
    ) -> Sequence[tuple[str, bool, Members]]:
        return self.answering.ask_all(who, question)

    def kept(self, name: str, holder: str) -> Value:
        """A value as it is. Who looks at a secret has looked: no refusal takes that back, as with dice (R126)."""
        if not self._keeping_secret and is_kept(self.act.law, name, holder) and self._is_secret(name, holder):
            self.act.has_looked = True
        return super().kept(name, holder)

    def _is_secret(self, name: str, holder: str) -> bool:
        """Whether a value is one that whoever acts cannot see."""
        seen = clauses_of(self.act.law).values[name].clause.seen
        if seen == "all" or (seen == "owner" and holder == self.act.actor.name):
            return False
        return holder not in held(self.act, name).revealed

    def _miss(self, name: str) -> None:
        """R106: what goes on by an earlier law comes to nothing where it names what there is no more."""
        self.missed[name] = None

    def _is_item(self, name: str) -> bool:
        """Whether the law has such an item; what is worked out may be none, and comes to nothing."""
        if name not in items_of(self.act.law):
            self._miss(name)
        return name in items_of(self.act.law)

    def grant(self, item: str, count: int, to: str, run: Runner) -> None:
        if self._is_item(item) and count > 0:
            self.spend(CHANGE_STEPS)
            ledger_of(self.act).grant(to, item, count)
            self._gained[to, item] += count
            self.granted[to, item] += count
            self.changes += 1

    def revoke(self, item: str, count: int, player: str, run: Runner) -> None:
        self._is_item(item)
        taken = min(max(count, 0), self.stock(item, player))
        self.spend(CHANGE_STEPS * (taken > 0))
        ledger_of(self.act).revoke(player, item, taken)
        self._gained[player, item] -= taken
        self.changes += taken > 0

    def transfer(self, item: str, count: int, giver: str, taker: str, run: Runner) -> None:
        self._is_item(item)
        handed = 0 if giver == taker else min(max(count, 0), self.stock(item, giver))
        self.spend(CHANGE_STEPS * (handed > 0))
        ledger_of(self.act).transfer(giver, taker, item, handed)
        self._gained[giver, item] -= handed
        self._gained[taker, item] += handed
        self.changes += handed > 0

    def keep(self, name: str, holder: str, value: Value) -> None:
        """A value is this from now on, or the nearest to it that can be kept."""
        self._look(len(value) if isinstance(value, tuple) else 1)
        if is_kept(self.act.law, name, holder):
            is_secret = clauses_of(self.act.law).values[name].clause.is_secret
            changes = changes_of(self.act).keep(name, holder, value)
            self.spend(CHANGE_STEPS * changes)
            self.changes += changes or is_secret  # a refusal would tell
        else:
            self._miss(name)

    def reveal(self, name: str, holders: Players | None) -> None:
        """Everybody may see a secret value from now on, until it is set anew."""
        placed = clauses_of(self.act.law).values.get(name)
        everybody = self.players("players") if placed and placed.clause.of == "player" else (THE_CYCLE,)
        for holder in everybody if holders is None else holders:
            if is_kept(self.act.law, name, holder):
                self.spend(CHANGE_STEPS)
                changes_of(self.act).reveal(name, holder)
                self.changes += 1
            else:
                self._miss(name)

    @contextmanager
    def drawing_for(self, name: str) -> Iterator[None]:
        """What is drawn for a secret stands in no record: anybody could read there what it is."""
        before, placed = self._keeping_secret, clauses_of(self.act.law).values.get(name)
        self._keeping_secret = before or (placed is not None and placed.clause.is_secret)
        try:
            with self.act.in_secret() if self._keeping_secret else nullcontext():
                yield
        finally:
            self._keeping_secret = before

    def reset(self, name: str, holder: str) -> None:
        """A value is what it is at first."""
        if is_kept(self.act.law, name, holder):
            self.spend(CHANGE_STEPS)
            changes_of(self.act).reset(name, holder)
            self.changes += 1
        else:
            self._miss(name)

    def later(self, due: Due, rest: Rest, run: Runner, ends: str = "") -> None:
        """Keep a piece for later. Raises Refused where that is too much."""
        self.spend(CHANGE_STEPS)
        deferred_store(self.act).keep(due, rest, run.label, run.me, ends)
        self.changes += 1

    def lasts(self, name: str, holders: Players) -> None:
        """A value has been set anew: it does not end any more when it was to end."""
        self.changes += deferred_store(self.act).lasts(name, holders)

    def met(self, pool: str, title: str, player: str, *, in_secret: bool = False) -> None:
        """Have everybody read what a player meets, and whoever listens hear of it. Not of what is met in secret."""
        if in_secret:
            self.announce(f"{player} meets something in {pool}. Which outcome it is, is secret.")
        elif title:
            self.announce(f"{player} meets “{title}”.")
            self.act.emit(OutcomeMet(player=player, pool=pool, outcome=title))
        else:
            self.announce(f"{player} meets nothing: {pool} has nothing on offer now.")

    def announce(self, text: str) -> None:
        """Have everybody read this in the journal."""
        self.spend(CHANGE_STEPS)
        self.announced.append(text)
        self.changes += 1

    def appoint(self, office: str, player: str) -> None:
        """A player holds an office from now on, or with an empty name nobody."""
        self.changes += appoint(self.act, office, player)

    def reroll(self, entry: str) -> None:
        """R19: raises ReachesBack, or Refused where that cannot be."""
        reroll(self.act, entry)
        self.changes += 1

    def told(self) -> list[str]:
        """What came of it, a sentence each."""
        missed = [f"There is no {name} any more." for name in self.missed]
        return [*self.announced, *missed, *self._items_told(), *self._values_told(), *self.zero_told]

    def told_besides(self) -> list[str]:
        """The same without who gained and lost what."""
        return [*self.announced, *self._values_told(), *self.zero_told]

    def _items_told(self) -> list[str]:
        told = []
        for item in dict.fromkeys(item for _, item in self._gained):
            by_count: dict[int, list[str]] = {}
            for (player, moved), count in self._gained.items():
                if moved == item and count:
                    by_count.setdefault(count, []).append("The cycle" if player == STORE else player)
            for count, players in by_count.items():
                verb = ("gains" if count > 0 else "loses") if len(players) == 1 else ("gain" if count > 0 else "lose")
                each = " each" if len(players) > 1 else ""
                told.append(f"{several(players)} {verb} {named(self.act.law, item, abs(count))}{each}.")
        return told

    def _values_told(self) -> list[str]:
        changes, values = changes_of(self.act), clauses_of(self.act.law).values
        news = {key: now for key, (_, now) in changes.shown.items() if now is not None}
        verbs = dict.fromkeys(news, "is now") | dict.fromkeys(changes.revealed, "is")
        news |= {(name, holder): kept(self.act, name, holder) for name, holder in changes.revealed}
        told = []
        for (name, holder), now in islice(news.items(), MAX_TOLD):
            whose = f" of {holder}" if holder else ""
            text = str(now) if isinstance(now, int) else values[name].clause.in_words(now)
            told.append(f"{name}{whose} {verbs[name, holder]} {text}.")
        return told if len(news) <= MAX_TOLD else [*told, f"And so are {len(news) - MAX_TOLD} more values."]


MAX_TOLD = 20


def several(players: list[str]) -> str:
    """Players in a sentence; of very many only the first."""
    if len(players) > MAX_TOLD:
        return f"{', '.join(players[:MAX_TOLD])} and {len(players) - MAX_TOLD} more"
    return " and ".join([", ".join(players[:-1]), players[-1]] if len(players) > 1 else players)
