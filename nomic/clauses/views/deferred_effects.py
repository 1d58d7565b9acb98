"""View models of deferred effects for pages, bots and the wiki."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.code_labels import labels_of
from nomic.clauses.handlers.run_deferred_effects import effect_of_piece, names_of_piece
from nomic.clauses.models import DeferredEffect
from nomic.clauses.vocabulary.scope_nouns import given_by
from nomic.cycles.models import Cycle
from nomic.effects.language.event_names import PHASE_ENDS
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Value
from nomic.effects.prose.context import Context, NameMeaning
from nomic.effects.prose.describe import effect_in_words
from nomic.effects.prose.english_grammar import Noun, definite, listed
from nomic.effects.prose.times import time_in_words
from nomic.effects.prose.values.references import signed_number
from nomic.inventory.law_section import wording_of
from nomic.law.document.sections import Law, pointer
from nomic.law.rules.tree import rules_of

MAX_SHOWN = 50
MAX_NAMED = 5  # players in one sentence
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ShownLater:
    """A deferred effect of a rule. `at` is its instant if known, otherwise `event` names the event that triggers it.

    `words` describe its effect without secrets. `players` are the affected players.
    """

    code: str
    rule: str
    title: str
    at: datetime | None
    event: str
    when: str
    words: str
    players: tuple[str, ...]

    @property
    def place(self) -> str:
        """The JSON pointer of the effect's rule, or "" if the rule no longer exists."""
        return pointer("rules", self.rule) if self.rule else ""


def later_in_cycle(cycle: Cycle) -> list[ShownLater]:
    """Return the deferred effects of a cycle, earliest first, then those that wait for an event.

    At most `MAX_SHOWN` are returned. No query is sent if there are none.
    """
    return [_shown(cycle, row) for row in rows_of(cycle)[:MAX_SHOWN]]


def later_of_player(cycle: Cycle, player: str) -> list[ShownLater]:
    """Return the deferred effects that affect a player, at most `MAX_SHOWN` of them."""
    mine = [row for row in rows_of(cycle) if player in _players_of(row)]
    return [_shown(cycle, row) for row in mine[:MAX_SHOWN]]


def rows_of(cycle: Cycle) -> list[DeferredEffect]:
    """Return the rows of a cycle's deferred effects, earliest first. No query is sent if there are none."""
    if not cycle.awaited:
        return []
    rows = DeferredEffect.objects.filter(cycle=cycle)
    return sorted(rows, key=lambda row: (row.at or NEVER, row.seq, row.place))


def _players_of(row: DeferredEffect) -> tuple[str, ...]:
    """Return the players affected by an effect, as far as that is public."""
    if row.hidden:
        return (row.me,) if row.me else ()
    named = [as_members(value) for name, value in names_of_piece(row).items() if row.scope.get(name) == "players"]
    return tuple(dict.fromkeys(str(player) for members in named for player in members))


def _shown(cycle: Cycle, row: DeferredEffect) -> ShownLater:
    rule = rules_of(cycle.law).get(row.rule)
    return ShownLater(
        code=row.code,
        rule="" if rule is None else row.rule,
        title=row.title if rule is None else rule.title,
        at=row.at,
        event=row.event,
        when=event_of(row),
        words=_of_office(cycle.law, row) or _words(cycle, row),
        players=_players_of(row),
    )


def event_of(row: DeferredEffect) -> str:
    """Return the event as text, such as "the next time a player joins", or "" if the instant is known."""
    if not row.event:
        return ""
    if row.event == PHASE_ENDS and row.phase is not None:
        return "when this phase ends"
    return time_in_words(row.event, Context())


def _of_office(law: Law, row: DeferredEffect) -> str:
    """Return a sentence if the effect ends an election or a term of an office, otherwise ""."""
    for filed in clauses_of(law).by_kind["office"].values():
        for placed in filed:
            if row.ends == placed.clause.office:
                return f"The term of {placed.clause.office} ends."
            if row.clause == f"{placed.key}_stand":
                return f"The votes for {placed.clause.office} are counted."
    return ""


def _words(cycle: Cycle, row: DeferredEffect) -> str:
    effect = effect_of_piece(row)
    if row.hidden or effect is None:
        return (
            "What happens then is still secret."
            if effect is not None
            else "What happens then can no longer be worked out."
        )
    known = names_of_piece(row)
    labels = labels_of(cycle, (member for value in known.values() for member in as_members(value)))
    meanings = {
        name: meant for name, value in known.items() if (meant := _meant(row.scope.get(name, ""), value, labels))
    }
    return " ".join(effect_in_words(effect, wording_of(cycle.law), {**given_by(row.event, effect), **meanings}))


def _meant(kind: str, value: Value, labels: Mapping[str, str]) -> NameMeaning | None:
    """Return the noun for the value of a name, or None if there is no noun for it."""
    if kind == "players":
        return NameMeaning("player", noun=_people([str(each) for each in as_members(value)]))
    if kind == "number":
        return NameMeaning("number", noun=definite(signed_number(int(value)))) if isinstance(value, int) else None
    if kind in ("names", "proposals"):
        said = [labels.get(str(each), str(each)) for each in as_members(value)]
        return NameMeaning("name", noun=definite(listed(said) or "nothing"))
    return None


def _people(players: list[str]) -> Noun:
    if len(players) < 2:
        return definite("".join(players) or "nobody")
    shown = [*players[:MAX_NAMED], *([f"{len(players) - MAX_NAMED} more"] if len(players) > MAX_NAMED else [])]
    whole = listed(shown)
    return Noun(one=f"one of {whole}", many=whole, whole=whole, singular=False)
