"""Operations that ask a player, and the operation `let`, which binds a name."""

from collections.abc import Iterator, Mapping

from nomic.effects.asking.questions import Option, Question
from nomic.effects.language.allowed_moments import EVERYWHERE, PENDING, UNASKED, WHERE, Moment
from nomic.effects.language.bounds import MAX_HOURS, USUAL_HOURS
from nomic.effects.language.detect_secret_draws import IN_SECRET
from nomic.effects.language.interpolation import filled_in, names_in, text_flaws
from nomic.effects.language.nodes import compound_fields, field_types
from nomic.effects.language.nodes.base import (
    Binding,
    Expression,
    Flaws,
    Kind,
    Measure,
    Node,
    Operation,
    Sizes,
    cost_of,
    register_node,
    word_of,
)
from nomic.effects.language.nodes.values import Literal, Ref, as_members, as_number
from nomic.effects.language.world import Members, Names, Players, Runner, Value

_KINDS: Mapping[Kind, str] = {
    "cards": "card",
    "players": "player",
    "names": "name",
    "number": "number",
    "proposals": "proposal",
}
_MANY = ("cards", "players", "proposals")
# Names the player who draws an outcome, within that outcome's effect. References cannot use this name.
ACTING = "me.acting"
# A value of `Choose.bounds`: all there are.
ALL = -1
DRAWS = Measure(lambda node, sizes: node.draws(sizes, 0))


def deciding_player(run: Runner, names: Names) -> str:
    """Return the player who decides by default: the one who drew the running outcome, or else the run's `me`."""
    return str(as_members(names[ACTING])[0]) if ACTING in names else run.me


def _is_me(who: Expression[Players]) -> bool:
    return isinstance(who, Ref) and who.name == "me"


@register_node
class Choose(Operation, frozen=True, eq=False, kw_only=True):
    """A player chooses a number of members `from` a set, and the name is bound to them.

    `n` is a number, [least, most] or all. If there are too few members, `short` decides whether all of them are taken
    or none. `by` is who chooses: the acting player by default, another player, or chance. `for: destroy` offers only
    what can be destroyed (R84). `else` is the value of the name if nothing was chosen.

    `late` overrides what happens when the time is up. By default nothing is chosen if the choice is optional, otherwise
    chance chooses. A number whose least option is 0 is optional; choosing nothing is then 0 (R125). `asks` is the
    question in the law's own words, in which `$name` is replaced with its value. `hours` is how long a question of a
    rule waits, evaluated when it is asked; 24 by default (R107).
    """

    choose: field_types.NewName
    from_: field_types.AnySet
    n: field_types.HowMany | None = None
    by: field_types.Chooser | None = None
    for_: field_types.Purpose | None = None
    short: field_types.Short = "all"
    else_: field_types.AnySet | None = None
    late: field_types.Late | None = None
    asks: field_types.Text | None = None
    hours: field_types.Number | None = None

    # ── who chooses

    def chooser(self, run: Runner, names: Names) -> str:
        """Return the player who is asked, or "" if chance chooses or there is no such player."""
        if self.by == "chance":
            return ""
        if self.by is None:
            return deciding_player(run, names)
        return next(iter(self.by.value(run, names)), "")

    def is_owed(self, run: Runner, names: Names) -> bool:
        """Return whether the choice and the rest of its list wait until its player has decided (R41)."""
        if self.by == "chance":
            return False
        chooser = self.chooser(run, names)
        if not chooser or run.world.answers_now(chooser, run):
            return False
        distinct, least, most = self._open(self.options(run, names), run, names)
        return least < len(distinct) and most > 0

    def may_ask_another(self) -> bool:
        return isinstance(self.by, Expression) and not _is_me(self.by)

    def may_ask(self) -> bool:
        return self.by != "chance" and self.n != "all"

    def hours_to_answer(self, run: Runner, names: Names) -> int:
        return hours_now(self.hours, run, names)

    # ── options

    def perform(self, run: Runner, names: Names) -> None:
        chosen = self._chosen(run, names)
        if not chosen and self.else_ is not None:
            chosen = self.else_.value(run, names)
        names[self.choose] = self.or_nothing(chosen, run, names)

    def or_nothing(self, chosen: Members, run: Runner, names: Names) -> Members:
        """Return the chosen members, or 0 if no number was chosen "up to" a maximum (R125)."""
        if chosen or self.else_ is not None or not self.is_up_to(self.options(run, names), self.bounds(run, names)[1]):
            return chosen
        return (0,)

    def options(self, run: Runner, names: Names) -> Members:
        """Return the current options. A name that a collection lists several times is returned just as often."""
        found = self.from_.value(run, names)
        if self.for_ == "destroy":
            found = tuple(card for card in found if run.world.can_be_destroyed(card))
        return found

    def bounds(self, run: Runner, names: Names) -> tuple[int, int]:
        """Return the minimum and maximum number of members to choose.

        Both are `ALL` if all options are chosen.
        """
        if self.n is None:
            return 1, 1
        if self.n == "all":
            return ALL, ALL
        if isinstance(self.n, tuple):
            low, high = (as_number(end.value(run, names)) for end in self.n)
            return max(min(low, high), 0), max(high, 0)
        exactly = max(as_number(self.n.value(run, names)), 0)
        return exactly, exactly

    def _open(self, options: Members, run: Runner, names: Names) -> tuple[Members, int, int]:
        """Return the distinct options, and the minimum and maximum number of them to choose.

        Both numbers are limited by the number of options.
        """
        distinct = tuple(dict.fromkeys(options))
        least, most = self.bounds(run, names)
        if most == ALL:
            return distinct, len(distinct), len(distinct)
        if len(distinct) < least and self.short == "none":
            return (), 0, 0
        return distinct, min(least, len(distinct)), min(most, len(distinct))

    def is_up_to(self, options: Members, most: int) -> bool:
        """Return whether a single number is chosen and the least option is 0, as in "up to" (R125)."""
        if most != 1 or self.from_.kind != "names":
            return False
        numbers = [option for option in options if isinstance(option, int)]
        return len(numbers) == len(options) and min(numbers, default=None) == 0

    def _chosen(self, run: Runner, names: Names) -> Members:
        options = self.options(run, names)
        distinct, least, most = self._open(options, run, names)
        if most == 0:
            return ()
        if self.by == "chance":
            return run.draw(options if most == 1 else distinct, most, self.choose)
        if least == len(distinct):
            return distinct
        question = self.question(run, names)
        return () if question is None else run.world.ask(question)

    def question(self, run: Runner, names: Names) -> Question | None:
        chooser = "" if self.by == "chance" else self.chooser(run, names)
        distinct, least, most = self._open(self.options(run, names), run, names)
        if not chooser or most == 0 or least == len(distinct):
            return None
        return self._question(run, chooser, distinct, least, most, names)

    def question_to(self, player: str, run: Runner, names: Names) -> Question | None:
        """Return the question to this player, or None if there is nothing to choose.

        Unlike `question`, it returns a question even if all options have to be chosen.
        """
        distinct, least, most = self._open(self.options(run, names), run, names)
        return self._question(run, player, distinct, least, most, names) if most else None

    def _question(self, run: Runner, who: str, options: Members, least: int, most: int, names: Names) -> Question:
        kind = _KINDS[self.from_.kind]
        asks = "" if self.asks is None else filled_in(self.asks, self.scope, run, names)
        is_optional = least == 0 or self.is_up_to(options, most)
        return Question(
            who=who,
            prompt=f"{run.label}: {asks or run.world.prompt(self, least, most, who, {'me': (run.me,), **names})}",
            kind="number" if kind == "name" and isinstance(options[0], int) else kind,
            options=tuple(
                Option(option, run.world.name_of(option) if kind == "card" else run.world.said(option))
                for option in options
            ),
            least=least,
            most=most,
            late=self.late or ("none" if is_optional else "chance"),
        )

    # ── checking

    def names_in_text(self) -> list[str]:
        return names_in(self.asks)

    def binds(self) -> Binding:
        return Binding(self.choose, self.from_, self.most_chosen, self.else_, self._is_several(), is_part=True)

    def _is_several(self) -> bool:
        most = self.n[1] if isinstance(self.n, tuple) else self.n
        return not (most is None or (isinstance(most, Literal) and most.source == 1))

    def most_chosen(self, sizes: Sizes) -> int:
        """Return the maximum number of members that can be chosen."""
        members = self.from_.size(sizes)
        if self.n is None:
            wanted = 1
        elif self.n == "all":
            wanted = members
        else:
            wanted = (self.n[1] if isinstance(self.n, tuple) else self.n).bounds(sizes).high
        otherwise = 0 if self.else_ is None else self.else_.size(sizes)
        return max(min(members, wanted), otherwise)

    def draws(self, sizes: Sizes, collections: int) -> int:
        """Return the maximum number of draws.

        This includes draws for a choice whose time is up, which chance may make (R18).
        """
        return 0 if self.n == "all" else self.most_chosen(sizes)

    def amounts(self) -> Iterator[tuple[str, Expression[Value]]]:
        if isinstance(self.n, Literal):
            yield "n", self.n

    def flaws(self, moment: Moment) -> Flaws:
        """Yield the flaws of the choice at this moment.

        For example, only cards can be destroyed, and `else` has to have the kind of the options.
        """
        if moment in UNASKED and self.may_ask():
            yield "", f"nobody can be asked {WHERE[moment]}: only chance can choose"
        if moment in PENDING and self.may_ask():
            yield from _unanswerable(self, "by" if self.by is None else "", ("from_", "n", "by", "else_"))
        yield from hours_flaws(self.hours, moment, self.may_ask())
        if self.asks is not None and not self.may_ask():
            yield "/asks", "nobody is asked"
        yield from text_flaws("asks", self.asks, self.scope, moment)
        if self.for_ is not None and self.from_.kind != "cards":
            yield "/for", "only cards can be destroyed"
        if self.else_ is not None and self.else_.kind != self.from_.kind:
            yield "/else", f"{self.from_.kind} needed here, as there are to choose from"
        if moment == "die" and self.may_ask_another():
            yield "/by", "only the player who rolls the die can be asked"
        yield from self.flaws_of_amount()

    def flaws_of_amount(self) -> Flaws:
        """Yield a flaw if the minimum number of members to choose exceeds the maximum."""
        if isinstance(self.n, tuple) and _is_backwards(*self.n):
            yield "/n", "from the smaller number to the greater one"


def _is_backwards(least: Expression[Value], most: Expression[Value]) -> bool:
    ends = [end.source for end in (least, most) if isinstance(end, Literal) and isinstance(end.source, int)]
    return len(ends) == 2 and ends[0] > ends[1]


def _unanswerable(step: Operation, unnamed: str, fields: tuple[str, ...]) -> Flaws:
    """Yield flaws that prevent asking a rule's question again unchanged when it is answered.

    Examples are dice within the question, or nobody to ask. `unnamed` is the missing word that would name the player to
    ask, or "" if none is missing.
    """
    if unnamed and "me" not in step.scope:
        yield "", f"nobody acts here: say {unnamed} whom" if unnamed == "by" else "nobody acts here: say who"
    yield from without_dice(step, fields)


def without_dice(step: Operation, fields: tuple[str, ...]) -> Flaws:
    """Yield a flaw for each of these fields that contains dice.

    Questions are evaluated again when they are answered, so dice in them would give different results.
    """
    for field in fields:
        part = getattr(step, field)
        if isinstance(part, Node) and part.cost(DRAWS, {}):
            yield (
                f"/{word_of(field)}",
                "dice here would be rolled again when it is answered: store the result under a name first",
            )


def hours_now(hours: Expression[Value] | None, run: Runner, names: Names) -> int:
    """Return the time limit of a question asked now, in hours, clamped to 1 to `MAX_HOURS` (R107)."""
    return USUAL_HOURS if hours is None else max(1, min(as_number(hours.value(run, names)), MAX_HOURS))


def hours_flaws(hours: Expression[Value] | None, moment: Moment, may_ask: bool) -> Flaws:
    """Yield the flaws of a question's time limit. `may_ask` says whether anybody may be asked."""
    if hours is None:
        return
    if moment not in PENDING:
        yield "/hours", f"a question has no time of its own {WHERE[moment]}"
    elif not may_ask:
        yield "/hours", "nobody is asked"
    elif isinstance(hours, Literal) and not 1 <= as_number(hours.source) <= MAX_HOURS:
        yield "/hours", f"a number from 1 to {MAX_HOURS} is needed here"
    elif hours.cost(DRAWS, {}):
        yield "/hours", "a question gets its time limit before any dice are rolled: store the result under a name first"


@register_node
class Offer(Operation, frozen=True, eq=False, kw_only=True):
    """Let a player take at most one of several labelled options whose conditions hold; `else` runs if none is taken.

    `$name` in the text of the offer is replaced with its value. `hours` is the time limit of an offer made by a rule,
    evaluated when it is made; 24 by default (R107).
    """

    offer: field_types.Text
    options: field_types.Offers
    else_: field_types.Steps = ()
    who: field_types.Players | None = None
    hours: field_types.Number | None = None
    stands_at = EVERYWHERE - UNASKED

    def chooser(self, run: Runner, names: Names) -> str:
        """Return the player who is asked, or "" if there is none."""
        return deciding_player(run, names) if self.who is None else next(iter(self.who.value(run, names)), "")

    def is_owed(self, run: Runner, names: Names) -> bool:
        """Return whether the offer and the rest of its list are postponed until its player decides (R41)."""
        chooser = self.chooser(run, names)
        return bool(chooser) and not run.world.answers_now(chooser, run)

    def may_ask_another(self) -> bool:
        return self.who is not None and not _is_me(self.who)

    def may_ask(self) -> bool:
        return True

    def hours_to_answer(self, run: Runner, names: Names) -> int:
        return hours_now(self.hours, run, names)

    def perform(self, run: Runner, names: Names) -> None:
        question = self.question(run, names)
        if question is None and ACTING in names and IN_SECRET not in names:
            self._say_why_not(run, names)
        answer = () if question is None else run.world.ask(question)
        taken = self._possible(run, names)[int(answer[0])] if answer else None
        run.perform(self.else_ if taken is None else taken.do, dict(names))

    def _say_why_not(self, run: Runner, names: Names) -> None:
        """Announce an offer of an outcome without a possible option, and the requirements of its options."""
        who = self.chooser(run, names)
        if who and self.options:
            reason = run.world.prompt(self, 0, 0, "", {**names, "me": (who,)})
            run.world.announce(f"{filled_in(self.offer, self.scope, run, names)} {reason}")

    def _possible(self, run: Runner, names: Names) -> Mapping[int, compound_fields.Option]:
        """Return the options whose conditions hold, by their values in an answer.

        The value of an option is its index among all options. In a match, where a move is run again with its answers,
        it is the index among the available ones.
        """
        placed = enumerate(self.options)
        found = {at: one for at, one in placed if one.needs is None or one.needs.value(run, dict(names))}
        return found if run.world.offers_keep_their_places() else dict(enumerate(found.values()))

    def question(self, run: Runner, names: Names) -> Question | None:
        who, possible = self.chooser(run, names), self._possible(run, names)
        if not (who and possible):
            return None
        options = tuple(Option(value, option.say) for value, option in possible.items())
        said = filled_in(self.offer, self.scope, run, names)
        return Question(who, f"{run.label}: {said}", "offer", options, 0, 1, "none")

    def names_in_text(self) -> list[str]:
        return names_in(self.offer)

    def flaws(self, moment: Moment) -> Flaws:
        yield from text_flaws("offer", self.offer, self.scope, moment)
        if moment == "die" and self.may_ask_another():
            yield "/who", "only the player who rolls the die can be asked"
        if moment in PENDING:
            yield from _unanswerable(self, "who" if self.who is None else "", ("who",))
            for place, option in enumerate(self.options):
                if option.needs is not None and option.needs.cost(DRAWS, {}):
                    yield f"/options/{place}/needs", "dice here would be rolled again when it is answered"
        yield from hours_flaws(self.hours, moment, True)

    def inner_cost(self, measure: Measure, sizes: Sizes) -> int:
        asked = [self.who, self.hours, *(option.needs for option in self.options)]
        asking = sum(part.cost(measure, sizes) for part in asked if part is not None)
        return asking + max(cost_of(do, measure, sizes) for do in (self.else_, *(option.do for option in self.options)))


@register_node
class Let(Operation, frozen=True, eq=False, kw_only=True):
    """Bind a name to a value."""

    let: field_types.NewName
    be: field_types.Anything

    def perform(self, run: Runner, names: Names) -> None:
        names[self.let] = self.be.value(run, names)

    def binds(self) -> Binding:
        return Binding(self.let, self.be, self.be.size, is_several=self.be.kind in _MANY)

    def can_bind_again(self, before: Kind, now: Kind) -> bool:
        """Return whether the name may be bound again. Only numbers may, such as the result of a die."""
        return before == "number" and now in ("number", "names")

    def does_something(self) -> bool:
        """Return whether the name is one that the moment provides and reads at the end, such as a die's result."""
        return self.let in self.scope
