"""The values and pools of a law whose draws must stay secret."""

from nomic.clauses.compiled import clauses_of, secrets_of
from nomic.clauses.runtime.outcomes import Offered, outcomes_of
from nomic.effects.language.secret_draws import changes_a_secret
from nomic.effects.language.walk import walk
from nomic.effects.language.world import NO_SECRETS, Secrets
from nomic.law.document.sections import Law


def secrets_of_draws(law: Law) -> Secrets:
    """Return the secret values of a law and the pools that involve them, computed once per law."""
    return law.once("secrets of draws", lambda: _find(law))


def _find(law: Law) -> Secrets:
    values = Secrets(frozenset(secrets_of(law)))
    if not values.values:
        return NO_SECRETS
    pools = {name: outcomes_of(law, name) for name in clauses_of(law).outcomes}
    return Secrets(
        values.values,
        pools=frozenset(name for name, found in pools.items() if any(changes_a_secret(o.do, values) for o in found)),
        asking=frozenset(name for name, found in pools.items() if any(_asks(o, values) for o in found)),
    )


def _asks(outcome: Offered, secrets: Secrets) -> bool:
    """Return whether the availability of an outcome depends on a secret."""
    return outcome.needs is not None and any(node.value_read() in secrets.values for _, node in walk(outcome.needs))
