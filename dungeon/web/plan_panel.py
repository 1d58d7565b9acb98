"""The viewer's own plan at the table: sealed, or in progress with the next choices."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dungeon.engine.action_outcomes import CLIMB, WAIT, landings
from dungeon.engine.hexes import DIRECTIONS
from dungeon.engine.moves import PLAN, WITHDRAW_PLAN
from dungeon.engine.plans import plan_of
from dungeon.engine.player_view import SeenPlayer, View
from dungeon.engine.state import PlanStep, Spot
from dungeon.engine.terrain import Land
from dungeon.plan_preview import PlanSoFar, Plotted, plan_so_far, plot, prospects, targets
from nomic.matches.contract.game import LegalMove
from nomic.matches.hosting.views.board_view import BoardView, Pick, move_as_json

# Keys lie around S as the six directions do around a hex.
KEYS = {"NW": "W", "NE": "E", "W": "A", "E": "D", "SW": "Z", "SE": "X", WAIT: "S", CLIMB: "C"}
IN_VAIN, DEADLY = "in-vain", "deadly"
FATES = {"lost": IN_VAIN, "caught": DEADLY}  # by the outcome of an action
ROSE = ("NW", "NE", "W", WAIT, "E", "SW", "SE")


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible next action: a button, with its key. `title` is the direction, `words` describe its target.

    `fate` is IN_VAIN or DEADLY if that is certain, otherwise "".
    """

    pick: Pick
    do: str
    title: str
    words: str
    key: str
    fate: str


@dataclass(frozen=True)
class PlanTable:
    """The viewer's plan at the table.

    `making` is true if it is in progress; `begin` and `withdraw` are the available moves. `rose` are the choices that
    lie around a hex, `others` the rest. `outside` is true for a viewer who is in no dungeon. `picks` are the choices
    that are hexes of the map, `fates` the certain outcomes of some of them. `is_advised` is true if the plan is that of
    a hint. `brings` says what the plan will bring, as far as that is certain. `unseen` is the level that the plan has
    reached, if nobody has seen it yet.
    """

    steps: tuple[Plotted, ...] = ()
    making: bool = False
    ready: bool = False
    sealed: bool = False
    outside: bool = False
    begin: str = ""
    withdraw: str = ""
    rose: tuple[Choice, ...] = ()
    others: tuple[Choice, ...] = ()
    picks: Mapping[Spot, Pick] = field(default_factory=dict)
    fates: Mapping[Spot, str] = field(default_factory=dict)
    unseen: int | None = None
    is_advised: bool = False
    brings: Sequence[str] = ()

    @property
    def placed(self) -> frozenset[str | int]:
        """The values of the question that the table itself shows."""
        return frozenset(choice.do for choice in (*self.rose, *self.others)) if self.making else frozenset()


def plan_table(board_view: BoardView, land: Land) -> PlanTable:
    """Return the viewer's plan: in progress, sealed, or advised by a hint. Empty for spectators."""
    view: View = board_view.view
    you = view.yourself
    if you is None:
        return PlanTable()
    start = you.at
    if board_view.move == PLAN:
        return _in_the_making(board_view, land, you)
    legal = {item.move: item for item in board_view.legal}
    first = _first(legal.get(PLAN)) if view.plan is None else {}
    is_advised = view.plan is None and board_view.advised == PLAN and bool(board_view.advised_answers)
    given = plan_of(land, start, view.actions, you.player, board_view.advised_answers) if is_advised else view.plan
    steps = tuple(plot(land, start, given or (), view.actions, you.player))
    return PlanTable(
        steps=steps,
        is_advised=is_advised,
        brings=prospects(steps, you.pocket),
        sealed=view.plan is not None,
        outside=start is None,
        begin=move_as_json(PLAN) if PLAN in legal else "",
        withdraw=move_as_json(WITHDRAW_PLAN) if WITHDRAW_PLAN in legal else "",
        picks=_around(first, start),
        fates=_fates(_choices(first, land, PlanSoFar((), (start,)))[0], start),
    )


def _in_the_making(board_view: BoardView, land: Land, you: SeenPlayer) -> PlanTable:
    actions, start, player = board_view.view.actions, you.at, you.player
    so_far = plan_so_far(land, start, actions, player, board_view.answers)
    picks = {str(value): pick for value, pick in board_view.picks.items()}
    rose, others = _choices(picks, land, so_far)
    at = so_far.there[0] if len(so_far.there) == 1 else None
    steps = tuple(plot(land, start, so_far.steps, actions, player))
    return PlanTable(
        steps=steps,
        brings=prospects(steps, you.pocket),
        making=True,
        ready=board_view.question is None,
        rose=rose,
        others=others,
        picks=_ends(picks, land, so_far) if so_far.do else _around(picks, at),
        fates=_fates(rose, at),
        unseen=at.level if at is not None and land.level(at.dungeon, at.level) is None else None,
    )


def _first(move: LegalMove | None) -> dict[str, Pick]:
    """Return the choices for the first action of a plan that is not begun yet."""
    options = move.question.options if move is not None and move.question is not None else ()
    return {str(option.value): Pick(move_as_json(option.value), option.label, many=False) for option in options}


def _around(picks: Mapping[str, Pick], at: Spot | None) -> dict[Spot, Pick]:
    """Return the hexes to which a step can lead."""
    directions = DIRECTIONS if at is not None else ()
    return {at.towards(each): picks[each] for each in directions if at is not None and each in picks}


def _fates(rose: Iterable[Choice], at: Spot | None) -> dict[Spot, str]:
    """Return the certain fates of steps onto adjacent hexes: blocked, or caught by an enemy."""
    return {at.towards(choice.do): choice.fate for choice in rose if at is not None and choice.fate}


def _ends(picks: Mapping[str, Pick], land: Land, so_far: PlanSoFar) -> dict[Spot, Pick]:
    """Return the hexes to which a rope can lead, each with its choice."""
    spots = targets(land, so_far.there, so_far.do)
    return {spot: picks[name] for name, spot in spots.items() if name in picks}


def _choices(picks: Mapping[str, Pick], land: Land, so_far: PlanSoFar) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """Return the possible answers, split into the choices around a hex and the rest."""
    around = [do for do in ROSE if do in picks] if "E" in picks and not so_far.do else []
    rose = tuple(_choice(picks[do], do, KEYS[do], land, so_far) for do in around)
    rest = [do for do in picks if do not in around]
    digits = iter("123456789")
    others = tuple(_choice(picks[do], do, KEYS.get(do) or next(digits, ""), land, so_far) for do in rest)
    return rose, others


def _choice(pick: Pick, do: str, key: str, land: Land, so_far: PlanSoFar) -> Choice:
    """Return a choice, with its fate if that is the same for every possible place."""
    title, _, words = pick.label.partition(": ")
    outcomes = set() if so_far.do else {each.how for at in so_far.there for each in landings(land, at, PlanStep(do))}
    fate = FATES.get(outcomes.pop(), "") if len(outcomes) == 1 else ""
    return Choice(pick, do, title, words, key, fate)
