"""Checks for clauses that would disclose a secret value without revealing it. The law is then rejected."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nomic.clauses.schema.clause_models import ActionClause, ClassClause, VotingClause
from nomic.clauses.schema.value_kinds import Secrets
from nomic.effects.language import scopes
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Effect, Node, Operation, Scope
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.operations.choosing import Let
from nomic.effects.language.operations.values import Announce, Strike, put_into
from nomic.effects.language.parser import read_value
from nomic.law.document.sections import Flaw, pointer


def leaks_in_conditions(
    asked: Iterable[tuple[str, Any]], secrets: Secrets, scope: Scope = scopes.WHO_ACTS
) -> Iterator[Flaw]:
    """Yield a flaw for each secret that influences who can act or which inputs are possible.

    `asked` holds pairs of path and JSON of conditions or expressions. The JSON is None for a missing condition.
    """
    for where, raw in asked if secrets else ():
        if raw is not None:
            yield from leaks_by_asking(where, read_value(raw, scope), secrets)


def leaks_by_asking(path: str, piece: Piece, secrets: Secrets) -> Iterator[Flaw]:
    """Yield a flaw for each secret in a condition or expression whose result the actor can observe.

    The piece may read those values of `$me` that their owner can see.
    """
    for below, node in walk(piece):
        secret = secrets.get(node.value_read())
        if secret is None:
            continue
        whose = getattr(node, "of", None)
        if secret.seen == "nobody" or not isinstance(whose, Ref) or whose.name != "me":
            yield Flaw(f"{path}{below}", f"{secret.value} is secret: who may or may not do this would reveal it")


def leaks_in_price(
    path: str, costs: Mapping[str, Any], scope: Scope, secrets: Secrets, sealed: frozenset[str] = frozenset()
) -> Iterator[Flaw]:
    """Yield a flaw for each secret or sealed argument in a price, because prices are public.

    `path` is the path of the price, and `sealed` holds the names of sealed arguments in `scope`.
    """
    for item, raw in costs.items():
        for below, node in () if isinstance(raw, int) else walk(read_value(raw, scope)):
            here = f"{path}{pointer(item)}{below}"
            secret = secrets.get(node.value_read())
            if secret is not None:
                yield Flaw(here, f"{secret.value} is secret: the price would reveal it")
            elif isinstance(node, Ref) and node.name in sealed:
                yield Flaw(here, f"the price would reveal what is sealed in ${node.name}")


def leaks_in_number(path: str, raw: Any, scope: Scope, secrets: Secrets) -> Iterator[Flaw]:
    """Yield a flaw for each secret in a public number, such as the length of a vote."""
    for below, node in () if raw is None or isinstance(raw, int) else walk(read_value(raw, scope)):
        secret = secrets.get(node.value_read())
        if secret is not None:
            yield Flaw(f"{path}{below}", f"{secret.value} is secret: this number would reveal it")


def leaks_in_count(path: str, clause: ClassClause | VotingClause, secrets: Secrets) -> Iterator[Flaw]:
    """Yield a flaw for each secret that influences a count of votes or seconders, because counts are public."""
    votes = clause.votes
    asked: list[tuple[str, Any, Scope]] = [
        ("votes/who", votes.who, scopes.WHO_VOTES),
        ("votes/weight", votes.weight, scopes.WHO_VOTES),
        ("votes/quorum", votes.quorum, scopes.COUNTED),
        ("votes/casting", votes.casting, scopes.WHO_VOTES),
    ]
    if isinstance(clause, ClassClause):
        asked.append(("passes", clause.passes, scopes.COUNTED))
        if clause.seconds is not None:
            asked.append(("seconds/n", clause.seconds.n, scopes.WHO_SUBMITS))
            asked.append(("seconds/who", clause.seconds.who, scopes.WHO_SUBMITS))
    for where, raw, scope in asked:
        for below, node in () if raw is None else walk(read_value(raw, scope)):
            secret = secrets.get(node.value_read())
            if secret is not None:
                yield Flaw(
                    f"{path}/{where}{below}", f"{secret.value} is secret: the count of the votes would reveal it"
                )


def badly_sealed(path: str, clause: ActionClause, effect: Effect, secrets: Secrets) -> Iterator[Flaw]:
    """Yield a flaw for each sealed argument that is never revealed, or that the effect discloses immediately."""
    for name, argument in clause.with_.items():
        if not argument.sealed:
            continue
        called = _called_besides(effect, name)
        into = {value for _, node in walk(effect) for value in _values_with(node, called)}
        for public in sorted(into - secrets.keys()):
            yield Flaw(f"{path}/with/{name}/sealed", f"{public} is not secret: it would reveal what is sealed here")
        if not into & secrets.keys():
            yield Flaw(f"{path}/with/{name}/sealed", "this is never opened: store it in a secret value")
        for below, word in _told_by(effect, called, secrets):
            yield Flaw(f"{path}/do{below}", f"this would {word} what is sealed in ${name}")


def _told_by(effect: Effect, called: set[str], secrets: Secrets) -> Iterator[tuple[str, str]]:
    """Yield each operation that would disclose an input, as pairs of path and verb.

    `called` holds the names bound to the input. Every operation that uses such a name discloses it, except one that
    stores it in a secret value.
    """
    for below, node in walk(effect):
        if not isinstance(node, Operation) or isinstance(node, Let):
            continue
        if called.intersection(node.names_in_text()):
            yield below, "announce" if isinstance(node, Announce) else "show everyone"
        kept = _put_or_struck(node, secrets)
        for place, part in node.parts(below):
            if part is not kept and isinstance(part, Node) and _speaks_of(part, called):
                yield place, "reveal, by its effect,"


def _put_or_struck(node: Operation, secrets: Secrets) -> Piece | None:
    """Return the content that an operation stores in a value or removes from a secret value.

    Returns None for other operations. Input stored in a public value is reported elsewhere.
    """
    if isinstance(node, Strike):
        return node.strike if node.from_ in secrets else None
    put = put_into(node)
    return None if put is None else put[1]


def _called_besides(effect: Effect, name: str) -> set[str]:
    """Return the name and all other names bound to its value or to a part of it."""
    called = {name}
    for _, node in walk(effect):
        bound = node.binds() if isinstance(node, Operation) else None
        if bound is not None and _speaks_of(bound.value, called):
            called.add(bound.name)
    return called


def _speaks_of(piece: Piece | Node, names: set[str]) -> bool:
    return any(isinstance(part, Ref) and part.name in names for _, part in walk(piece))


def _values_with(node: Node, names: set[str]) -> Iterator[str]:
    """Yield the name of the value in which a node stores the content of one of these names, if it does."""
    put = put_into(node)
    if put is not None and _speaks_of(put[1], names):
        yield put[0]
