"""The template with a cycle's current values, for use on pages that people write themselves.

On such a page, `{{Cycle 17 data|Ada|Chips}}` shows the number of Ada's Chips. The template needs the extension
ParserFunctions. Only the part within `onlyinclude` is transcluded.
"""

from collections.abc import Iterable, Sequence

from nomic.clauses.views.values import noteworthy, values_of_cycle
from nomic.cycles.models import Cycle
from nomic.inventory.law_section import items_of
from nomic.players.models import Player
from nomic.wiki.models import WikiPage
from nomic.wiki.pages.holdings import Holding, items_by_player
from nomic.wiki.pages.layout.frame import fill_template
from nomic.wiki.pages.layout.snippets import as_many_as_fit, instant, size
from nomic.wiki.pages.layout.titles import data_name
from nomic.wikitext.escape import Wikitext, inline

GAME = "game"  # the first argument for what is no player's
MAX_PLAYERS = 500
MAX_PLAYER_BYTES = 400_000
MAX_VALUES = 200  # of the cycle
UNKNOWN = Wikitext("–")  # for a player or a thing that there is not

Case = tuple[Sequence[str], Wikitext]


def render(page: WikiPage, cycle: Cycle) -> Wikitext:
    """Render the template: its documentation, and the values of the game and of its players, as many as fit.

    It contains only what everybody may see. The number of queries is constant.
    """
    names = list(
        Player.objects.filter(cycle=cycle, left_at=None)
        .order_by("pk")
        .values_list("name", flat=True)[: MAX_PLAYERS + 1]
    )
    held = items_by_player(cycle, names[:MAX_PLAYERS])
    forms = {item.plural: name for name, item in items_of(cycle.law).items()}
    none = _switch(2, [(_keys(plural, forms), Wikitext("0")) for plural in sorted(forms)], UNKNOWN)
    cases = (([name], _player(held[name], forms, none)) for name in names[:MAX_PLAYERS] if name != GAME)
    players = as_many_as_fit(cases, lambda case: size(inline(case[0][0])) + size(case[1]), MAX_PLAYER_BYTES)
    name = data_name(page)
    return fill_template(
        "data.wiki",
        page,
        cycle,
        live=Wikitext(f"<onlyinclude>{_switch(1, [([GAME], _game(cycle, names)), *players], UNKNOWN)}</onlyinclude>"),
        of_player=f"{{{{{name}|{names[0] if names else 'Ada'}|{next(iter(sorted(forms)), 'Chips')}}}}}",
        of_game=f"{{{{{name}|{GAME}|phase}}}}",
        has_all=len(players) >= len([each for each in names if each != GAME]),
    )


def _player(held: Iterable[Holding], forms: dict[str, str], none: Wikitext) -> Wikitext:
    return _switch(2, [(_keys(each.column, forms), inline(each.content)) for each in held], none)


def _keys(column: str, forms: dict[str, str]) -> list[str]:
    """Return the names of a thing in the template: its column's name and, for an item, the singular."""
    return list(dict.fromkeys([column, forms.get(column, column)]))


def _game(cycle: Cycle, names: Sequence[str]) -> Wikitext:
    """Return a `#switch` with the facts of the cycle and the values that its rules keep."""
    values = [value for value in noteworthy(values_of_cycle(cycle)) if not value.is_hidden][:MAX_VALUES]
    players = f"more than {MAX_PLAYERS}" if len(names) > MAX_PLAYERS else str(len(names))
    cases: list[Case] = [
        (["phase"], inline(cycle.phase)),
        (["phase title"], inline(cycle.phase_title)),
        (["phase end"], instant(cycle.phase_ends_at)),
        (["revision"], inline(cycle.revision)),
        (["players"], inline(players)),
        (["winner"], inline(cycle.winner or "–")),
        *(([value.name], inline(value.words)) for value in values),
    ]
    return _switch(2, cases, UNKNOWN)


def _switch(argument: int, cases: Iterable[Case], default: Wikitext) -> Wikitext:
    """Return a `#switch` on an argument of the template. It decodes the entities with which names are escaped.

    Names that begin with # are left out, because `#default` is a keyword.
    """
    lines = [
        "".join(f"\n|{inline(key)}" for key in keys if not key.startswith("#")) + f"={value}"
        for keys, value in cases
        if any(key.strip() and not key.startswith("#") for key in keys)
    ]
    return Wikitext(f"{{{{#switch:{{{{{{{argument}|}}}}}}{''.join(lines)}\n|#default={default}}}}}")
