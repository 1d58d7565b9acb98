"""References in arguments: types of arguments that name a thing, such as a player or a proposal.

Rules judge the thing that an act names, however the actor has written it: by number or by code, in capitals or not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import Args


@dataclass(frozen=True, slots=True)
class Refers:
    """Metadata of an argument's type that says how to find the thing that the argument names.

    `find(ctx, field, given)` returns the thing's canonical name or code. It raises BadArguments on `field` if there is
    no such thing, like the action itself. `default` returns the thing meant by an omitted argument.
    """

    find: Callable[[ReadContext, str, str], str]
    default: Callable[[ReadContext], str] | None = None


def by_own_names(ctx: ReadContext, args: Args) -> Mapping[str, Any]:
    """Return an act's arguments as JSON data by field, with references replaced with canonical names.

    Raises BadArguments for the first reference to something that does not exist.
    """
    given = with_defaults(ctx, args)
    for name, refers in _references(type(args)).items():
        field, said = type(args).model_fields[name].alias or name, given[name]
        if isinstance(said, list):
            given[name] = [refers.find(ctx, f"{field}/{place}", str(each)) for place, each in enumerate(said)]
        elif said is not None:
            given[name] = refers.find(ctx, field, str(said))
    return given


def with_defaults(ctx: ReadContext, args: Args) -> dict[str, Any]:
    """Return an act's arguments as JSON data by field. Omitted references get their defaults, if they have any."""
    given = args.model_dump(mode="json")
    for name, refers in _references(type(args)).items():
        if given[name] is None and refers.default is not None:
            given[name] = refers.default(ctx)
    return given


@lru_cache(maxsize=512)
def _references(args: type[Args]) -> Mapping[str, Refers]:
    hints = get_type_hints(args, include_extras=True)
    found = {name: _reference_in(hints[name]) for name in args.model_fields}
    return {name: refers for name, refers in found.items() if refers is not None}


def _reference_in(hint: Any) -> Refers | None:
    """Return the reference metadata of a type, an optional type or a list's element type; None if there is none."""
    if get_origin(hint) is Annotated:
        found = next((each for each in hint.__metadata__ if isinstance(each, Refers)), None)
        return _reference_in(hint.__origin__) if found is None else found
    if get_origin(hint) in (Union, UnionType, list):
        inner = [each for each in get_args(hint) if each is not NoneType]
        return _reference_in(inner[0]) if len(inner) == 1 else None
    return None
