"""A small game for tests of the host: sealed wishes, questions before and after a draw, clocks, and an end.

Each player secretly wishes for a number. Once all have, the wishes are opened, and turns pass from the highest wish to
the lowest. On a turn a player rolls a die of their choice and then keeps the points or gives them away. Or they rest,
which gives a point to everybody who owns Vertebrae. The first player with ten points wins (or with the number in the
law's section on lanterns). The game can be played where the law has a section on duels.
"""

from typing import Any

import msgspec
import pytest
from msgspec import Struct, field
from msgspec.structs import replace

from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext, ReadContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.law_changes import enact
from nomic.cycles.models import Entry
from nomic.effects.asking.begun_moves import Asks, Attempt, Begins, Begun, Done, answers_of, go
from nomic.inventory.ledger import balances, ledger_of
from nomic.law.document import sections
from nomic.matches.contract.external_events import (
    CycleEnded,
    Happening,
    Joined,
    LawChanged,
    Left,
    PhaseBegan,
    read_happening,
)
from nomic.matches.contract.game import (
    Answers,
    Asked,
    BadAnswer,
    BarredMove,
    Chance,
    Clock,
    Environment,
    Event,
    IllegalMove,
    LegalMove,
    Option,
    Question,
    Result,
    Seat,
    Step,
)
from nomic.matches.contract.moves import Answer, Forfeit, Move, Order
from nomic.matches.hosting import registry as hosting_registry
from nomic.matches.hosting.lifecycle import find_match, open_match, react_all, send_external_event
from nomic.matches.hosting.registry import HostedGame, register
from nomic.matches.models import Match
from tests.support.hall import Hall

SECTION, PLAYED_WITH = "lanterns", "duels"
WISHES = (1, 2, 3, 4, 5, 6)
DICE = (6, 8)
TURN_MINUTES = 60
WISH_MINUTES = 120


class Wish(Move, frozen=True, tag="wish"):
    """A secret number; which one is asked."""


class Throw(Move, frozen=True, tag="throw"):
    """One throws; with which die is asked."""


class Rest(Move, frozen=True, tag="rest"):
    """One throws nothing."""


class ThrowOrder(Order, frozen=True, tag="throw"):
    """Throw this die, and give the points to somebody."""

    die: int
    to: str


class RestOrder(Order, frozen=True, tag="rest"):
    """Rest."""


class WishOrder(Order, frozen=True, tag="wish"):
    """Wish, which no order can."""


class NonsenseOrder(Order, frozen=True, tag="nonsense"):
    """Its moment never comes."""


class Begin(Happening, frozen=True, tag="begin"):
    """The lanterns are lit."""


class Rain(Happening, frozen=True, tag="rain"):
    """It rains."""


class Sunshine(Happening, frozen=True, tag="sunshine"):
    """Nothing to the game."""


class View(Struct, frozen=True):
    """What somebody sees."""

    target: int
    turn: str | None
    number: int
    points: dict[str, int]
    wished: list[str]
    wishes: dict[str, int | None] | None
    your_wish: int | None


class Rules(Struct, frozen=True):
    """How many points win, and by which revision."""

    target: int
    number: int


class Player(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    status: str = "in"
    wish: int | None = None
    points: int = 0


class Pending(Begun, frozen=True, omit_defaults=True):
    """A throw that has been seen, and what to do with it has not been said."""

    @property
    def die(self) -> int:
        return int(self.answers[0][0])

    @property
    def thrown(self) -> int:
        return self.drawn[0].value + 1


class State(Struct, frozen=True):
    """A game of Lanterns. `number` counts turns from 1, `at` is the place of whose turn it is in `order`.

    `wishing` is what else the clock of the wishes goes by, as {"only_in": "battle"}.
    """

    wishing: dict[str, Any] = field(default_factory=dict)
    begun: bool = False
    players: dict[str, Player] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    number: int = 0
    at: int = 0
    pending: Pending | None = None
    ending: str = ""
    winners: tuple[str, ...] = ()

    @property
    def turn(self) -> str:
        return self.order[self.at] if self.order and not self.ending else ""

    @property
    def seated(self) -> list[str]:
        return [player.name for player in self.players.values() if player.status == "in"]


class Lanterns:
    """The engine."""

    name = "lanterns"
    moves = (Wish, Throw, Rest, Answer, Forfeit)
    orders = (ThrowOrder, RestOrder, WishOrder, NonsenseOrder)
    happenings = (Joined, Begin, Rain, Sunshine)

    def rules(self, document: dict[str, Any], number: int) -> Rules:
        return Rules(document.get(SECTION, {}).get("at_least", 10), number)

    def bound_to(self, state: State) -> int | None:
        return None if state.pending is None else state.pending.revision

    def is_sealed(self, move: Move) -> bool:
        return isinstance(move, Wish)

    def setup(self, rules: Rules, options: dict[str, Any]) -> State:
        players = {name: Player(name) for name in options.get("players", ())}
        return State(options.get("wishing", {}), bool(players), players)

    # ── moves

    def legal(self, rules: Rules, state: State, player: str, environment: Environment) -> list[LegalMove]:
        found = []
        for move, label in ((Wish(), "Make a wish"), (Throw(), "Throw a die"), (Rest(), "Rest"), (Answer(), "Go on")):
            if self._refusal(state, player, move) is None:
                question = {"wish": _wish(player), "throw": _which_die(player)}.get(move.kind)
                found.append(LegalMove(move, label, question or self.question(rules, state, environment)))
        if player in state.seated and not state.ending:
            found.append(LegalMove(Forfeit(), "Give up"))
        return found

    def barred(self, rules: Rules, state: State, player: str, environment: Environment) -> list[BarredMove]:
        found = []
        for move, label in ((Throw(), "Throw a die"), (Rest(), "Rest")):
            refusal = self._refusal(state, player, move)
            if refusal is not None and player in state.seated:
                found.append(BarredMove(move, label, refusal.detail, refusal.rule))
        return found

    def _refusal(self, state: State, player: str, move: Move) -> IllegalMove | None:
        if state.ending:
            return IllegalMove("over", "The game is over.")
        if player not in state.seated:
            return IllegalMove("out", f"{player} is out.", "L1")
        if isinstance(move, Wish):
            return None if not state.order else IllegalMove("too-late", "The wishes are open.", "L2")
        if not state.order:
            return IllegalMove("no-wishes", "First everybody wishes.", "L2")
        if state.turn != player:
            return IllegalMove("not-your-turn", f"It is {state.turn}'s turn.", "L3")
        if isinstance(move, Answer) is (state.pending is None):
            return IllegalMove("begun", "One thing after the other.", "R103")
        return None

    def play(
        self,
        rules: Rules,
        state: State,
        player: str,
        move: Move,
        answers: Answers,
        chance: Chance,
        environment: Environment,
    ) -> Step[State] | Asked:
        if isinstance(move, Forfeit):
            if player not in state.seated or state.ending:
                raise IllegalMove("out", f"{player} is out.", "L1")
            return _finish(rules, *_drop(state, player, "gives up", chance))
        refusal = self._refusal(state, player, move)
        if refusal is not None:
            raise refusal
        if isinstance(move, Wish):
            return self._wish(rules, state, player, answers, chance)
        if isinstance(move, Rest):
            return self._rest(rules, state, player, answers, environment)
        return self._throw(rules, state, player, answers, chance, environment)

    def _wish(self, rules: Rules, state: State, player: str, answers: Answers, chance: Chance) -> Step[State] | Asked:
        if not answers:
            return Asked(_wish(player))
        wish = _chosen(_wish(player), answers, 0)
        _no_more(answers, 1)
        state = _with(state, player, wish=wish)
        events = [Event("wished", f"{player} has made a wish.", {"player": player})]
        if state.begun and all(state.players[name].wish is not None for name in state.seated):
            state, opened = _open(state, chance)
            events += opened
        return Step(state, tuple(events))

    def _rest(self, rules: Rules, state: State, player: str, answers: Answers, environment: Environment) -> Step[State]:
        _no_more(answers, 0)
        gained = 1 if environment.read("stock", player, "Vertebra") else 0
        state = _with(state, player, points=state.players[player].points + gained)
        told = Event("rested", f"{player} rests for {gained} points.", {"player": player, "gained": gained})
        grant = Event("granted", "", {"player": player, "item": "Vertebra", "count": 1})
        return _finish(rules, *_pass(state, [told, grant]))

    def _throw(
        self, rules: Rules, state: State, player: str, answers: Answers, chance: Chance, environment: Environment
    ) -> Step[State] | Asked:
        tried = state.pending or Pending(player, {"kind": "throw"}, rules.number)
        events: list[Event] = []

        def perform(attempt: Attempt) -> Step[State]:
            die = int(attempt.ask(_which_die(player))[0])
            thrown = attempt.below(die, f"throw {die}", f"{player} throws") + 1
            events[:] = [] if state.pending else [Event("thrown", f"{player} throws {thrown}.", {"points": thrown})]
            to = str(attempt.ask(_who(state, thrown))[0])
            attempt.check_all_used()
            after = _with(replace(state, pending=None), to, points=state.players[to].points + thrown)
            events.append(Event("points", f"{to} has {thrown} points more.", {"player": to, "points": thrown}))
            return _finish(rules, *_pass(after, events))

        match go(tried, answers_of(answers), perform, chance, environment):
            case Done(made):
                return made
            case Asks(question):
                return Asked(question)
            case Begins(pending, question):
                return Step(replace(state, pending=pending), tuple(events), question)
        raise AssertionError("a throw never lapses")

    def question(self, rules: Rules, state: State, environment: Environment) -> Question | None:
        return None if state.pending is None else _who(state, state.pending.thrown)

    def answers(self, state: State) -> Answers:
        return () if state.pending is None else state.pending.answers

    # ── time and the world outside

    def clocks(self, rules: Rules, state: State) -> tuple[Clock, ...]:
        if state.ending or not state.begun:
            return ()
        if state.order:
            return (Clock(f"turn {state.number}", TURN_MINUTES, (state.turn,)),)
        late = tuple(name for name in state.seated if state.players[name].wish is None)
        return (Clock("wishes", WISH_MINUTES, late, **state.wishing),)

    def expire(self, rules: Rules, state: State, clock: str, chance: Chance, environment: Environment) -> Step[State]:
        events: list[Event] = []
        if not state.order:
            for name in [name for name in state.seated if state.players[name].wish is None]:
                state = _with(state, name, status="out")
                events.append(Event("out", f"{name} has made no wish and is out.", {"player": name}))
            state, opened = _open(state, chance)
            return _finish(rules, state, [*events, *opened])
        if state.pending is not None:
            to = state.turn
            state = _with(replace(state, pending=None), to, points=state.players[to].points + state.pending.thrown)
        events.append(Event("silent", f"{state.turn} has been silent.", {"player": state.turn}))
        return _finish(rules, *_pass(state, events))

    def react(
        self, rules: Rules, state: State, happening: Happening, chance: Chance, environment: Environment
    ) -> Step[State] | None:
        match happening:
            case Joined(name) if not state.begun:
                players = {**state.players, name: Player(name)}
                return Step(replace(state, players=players), (Event("joined", f"{name} sits down.", {"player": name}),))
            case Begin() if not state.begun:
                return Step(replace(state, begun=True), (Event("begun", "The lanterns are lit."),))
            case Rain():
                players = {name: replace(each, points=each.points - 1) for name, each in state.players.items()}
                return Step(replace(state, players=players), (Event("rain", "It rains."),))
            case Left(name) if name in state.seated:
                return _finish(rules, *_drop(state, name, "has left", chance))
            case PhaseBegan(phase_kind):
                return Step(state, (Event("bell", f"A bell rings for the {phase_kind} phase."),))
            case LawChanged():
                return _finish(rules, state, [Event("target", f"Now {rules.target} points win.")])
            case CycleEnded():
                return Step(replace(state, ending="stopped"), (Event("stopped", "The game is stopped."),))
        return None

    # ── standing orders

    def check_order(self, rules: Rules, state: State, player: str, order: Order) -> None:
        """Whatever is an order can be one."""

    def order_move(
        self, rules: Rules, state: State, player: str, order: Order, environment: Environment
    ) -> tuple[Move, Answers] | None:
        if state.turn != player or state.pending is not None:
            return None
        match order:
            case ThrowOrder(die, to):
                return Throw(), [[die], [to]]
            case RestOrder():
                return Rest(), ()
            case WishOrder():
                return Wish(), ()
        return None

    # ── what is seen and kept

    def may_act(self, rules: Rules, state: State) -> frozenset[str]:
        """Return nobody: what players can do, the game waits for, or they owe it."""
        return frozenset()

    def seats(self, state: State) -> tuple[Seat, ...]:
        return tuple(
            Seat(each.name, each.status, state.turn == each.name)  # type: ignore[arg-type]
            for each in state.players.values()
        )

    def view(self, rules: Rules, state: State, viewer: str | None) -> View:
        own = state.players.get(viewer or "")
        return View(
            target=rules.target,
            turn=state.turn or None,
            number=state.number,
            points={name: each.points for name, each in state.players.items()},
            wished=[name for name, each in state.players.items() if each.wish is not None],
            wishes={name: each.wish for name, each in state.players.items()} if state.order else None,
            your_wish=own.wish if own else None,
        )

    def result(self, state: State) -> Result | None:
        return Result(state.ending, state.winners) if state.ending else None  # type: ignore[arg-type]

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        return msgspec.json.decode(data, type=State)


def _wish(player: str) -> Question:
    return Question(player, "What do you wish for?", "number", tuple(Option(wish, str(wish)) for wish in WISHES))


def _who(state: State, thrown: int) -> Question:
    return Question(
        state.turn, f"Who gets {thrown} points?", "player", tuple(Option(name, name) for name in state.seated)
    )


def _which_die(player: str) -> Question:
    return Question(player, "Which die?", "number", tuple(Option(die, f"a d{die}") for die in DICE))


def _chosen(question: Question, answers: Answers, place: int) -> Any:
    """The one value that an answer gives. Raises BadAnswer."""
    answer = answers[place]
    if len(answer) != 1 or answer[0] not in [option.value for option in question.options]:
        raise BadAnswer(place, "choose one of what is offered")
    return answer[0]


def _no_more(answers: Answers, most: int) -> None:
    if len(answers) > most:
        raise BadAnswer(most, "nothing more is asked")


def _with(state: State, name: str, **changes: Any) -> State:
    return replace(state, players={**state.players, name: replace(state.players[name], **changes)})


def _open(state: State, chance: Chance) -> tuple[State, list[Event]]:
    """All wishes are opened; the highest begins, and chance says who comes first of equals."""
    events = [Event("unsealed", "", {"player": name}) for name in state.players if state.players[name].wish is not None]
    left, order = list(state.seated), []
    while left:
        best = max(state.players[name].wish or 0 for name in left)
        equal = [name for name in left if (state.players[name].wish or 0) == best]
        chosen = equal[chance.below(len(equal), "order", "who comes first")] if len(equal) > 1 else equal[0]
        order.append(chosen)
        left.remove(chosen)
    state = replace(state, order=tuple(order), number=1)
    return state, [*events, Event("opened", "The wishes are opened."), _turn(state)] if order else events


def _turn(state: State) -> Event:
    return Event("turn", f"It is {state.turn}'s turn.", {"player": state.turn})


def _pass(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    for step in range(1, len(state.order) + 1):
        at = (state.at + step) % len(state.order)
        if state.order[at] in state.seated:
            state = replace(state, at=at, number=state.number + 1)
            return state, [*events, _turn(state)]
    return state, events


def _drop(state: State, player: str, why: str, chance: Chance) -> tuple[State, list[Event]]:
    had_turn = state.turn == player
    state = _with(state, player, status="out")
    events = [Event("out", f"{player} {why}.", {"player": player})]
    if had_turn:
        return _pass(replace(state, pending=None), events)
    if (
        state.begun
        and not state.order
        and state.seated
        and all(state.players[n].wish is not None for n in state.seated)
    ):
        state, opened = _open(state, chance)
        events += opened
    return state, events


def _finish(rules: Rules, state: State, events: list[Event]) -> Step[State]:
    winners = tuple(name for name in state.seated if state.players[name].points >= rules.target)
    if not winners and state.begun and len(state.seated) < 2:
        winners = tuple(state.seated)
        if not winners:
            return Step(replace(state, ending="off"), (*events, Event("off", "Nobody is left.")))
    if winners and not state.ending:
        state = replace(state, ending="won", winners=winners)
        events = [*events, Event("won", f"{' and '.join(winners)} wins.", {"winners": list(winners)})]
    return Step(state, tuple(events))


# ── what ties it to a cycle


class LanternsLaw(sections.SectionModel):
    """With how many points one wins."""

    at_least: int


class OpenArgs(Args):
    """Who is to play."""

    players: list[str] = []
    wishing: dict[str, Any] = {}
    count: int = 1


class TellArgs(Args):
    """What happens to a match, or to all of them."""

    happening: dict[str, Any]
    match: str | None = None


class AmendArgs(Args):
    """By how many points one wins from now on; without a number the law has no such rule any more."""

    at_least: int | None = None


class CalendarArgs(Args):
    """The hour of the week at which the first phase ends from now on."""

    hour: int


ENDED: list[tuple[str, str]] = []


def carry_out(act: ActionContext, match: Match, events: Any) -> None:
    for event in events:
        if event.kind == "granted":
            ledger_of(act).grant(event.facts["player"], event.facts["item"], event.facts["count"])


def ended(act: ActionContext, match: Match, result: Result) -> None:
    ENDED.append((match.code, result.ending))
    act.message(f"{match.title} has ended: {result.ending}.")


def stock(ctx: ReadContext, player: str, item: str) -> int:
    return balances(ctx, player).get(item, 0)


def _open_action(act: ActionContext, args: OpenArgs) -> None:
    for number in range(args.count):
        options = {"kind": "friendly", "players": args.players, "wishing": args.wishing}
        open_match(act, "lanterns", f"Lanterns {number + 1}", options, gathering=not args.players)


def _tell_action(act: ActionContext, args: TellArgs) -> None:
    happening = read_happening(Lanterns(), args.happening)
    if args.match is None:
        react_all(act, happening)
    else:
        send_external_event(act, find_match(act, args.match), happening)


def _amend_action(act: ActionContext, args: AmendArgs) -> None:
    change = {"op": "add", "path": f"/{SECTION}", "value": {"at_least": args.at_least}}
    enact(act, [change if args.at_least is not None else {"op": "remove", "path": f"/{PLAYED_WITH}"}], "for the test")


def _amend_calendar_action(act: ActionContext, args: CalendarArgs) -> None:
    enact(act, [{"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": args.hour}], "for the test")


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> HostedGame:
    """The game is hosted, and there are actions to open matches and to make things happen, for the time of a test."""
    return host_lanterns(monkeypatch)


def host_lanterns(monkeypatch: pytest.MonkeyPatch) -> HostedGame:
    """Host the game until the patches are undone."""
    monkeypatch.setattr(hosting_registry, "_hosted", dict(hosting_registry._hosted))
    monkeypatch.setattr(actions, "_actions", dict(actions._actions))
    monkeypatch.setattr(sections, "_sections", dict(sections._sections))
    sections.register(sections.Section(SECTION, "Lanterns", LanternsLaw))
    ENDED.clear()
    game = HostedGame(
        engine=Lanterns(),
        title="Lanterns",
        channel="games",
        section=PLAYED_WITH,
        readers={"stock": stock},
        carry_out=carry_out,
        ended=ended,
        law_sections=(PLAYED_WITH, SECTION),
    )
    register(game)
    common: dict[str, Any] = {"channel": "games", "title": "T", "summary": "S", "rule": "L0"}
    actions.register_actions(
        Action(name="open-lanterns", args=OpenArgs, run=_open_action, **common),
        Action(name="tell-lanterns", args=TellArgs, run=_tell_action, **common),
        Action(name="amend-lanterns", args=AmendArgs, run=_amend_action, **common),
        Action(name="amend-calendar", args=CalendarArgs, run=_amend_calendar_action, **common),
    )
    return game


class LanternsTable:
    """A match as a test plays it."""

    def __init__(self, hall: Hall, code: str) -> None:
        self.hall = hall
        self.code = code

    @property
    def match(self) -> Match:
        """Its row as it stands in the database."""
        return Match.objects.get(cycle=self.hall.pk, code=self.code)

    @property
    def state(self) -> State:
        return Lanterns().decode(bytes(self.match.state))

    def move(self, player: str, kind: str, *answers: list[Any], **more: Any) -> Entry:
        """A player makes a move, and it is accepted."""
        return self.hall.do(player, "move", match=self.code, move={"kind": kind}, answers=list(answers), **more)

    def wishes(self, **wishes: int) -> None:
        """People wish: `wishes(ada=5)`."""
        for player, wish in wishes.items():
            self.move(player, "wish", [wish])

    def tell(self, kind: str, **facts: Any) -> Entry:
        """Something happens to this match."""
        return self.hall.do("ada", "tell-lanterns", match=self.code, happening={"kind": kind, **facts})


def sit_down(hall: Hall, *players: str, **more: Any) -> LanternsTable:
    """A match of these players."""
    entry = hall.do("ada", "open-lanterns", players=list(players), **more)
    return LanternsTable(hall, next(event["match"] for event in entry.events if event["kind"] == "match-opened"))
