"""English descriptions of operations on offices of the cycle."""

from nomic.effects.language.operations.governance.offices import Appoint, Vacate
from nomic.effects.prose.context import Context, clause, noun


@clause.register
def describe_appoint(step: Appoint, context: Context) -> str:
    return f"{noun(step.appoint, context).does('become')} the {step.office}"


@clause.register
def describe_vacate(step: Vacate, context: Context) -> str:
    return f"the office of {step.vacate} becomes vacant"
