"""Arguments that a player enters for an action declared by a clause.

Each kind of argument has a class; the field `is` names the kind.
"""

from typing import Annotated

from pydantic import Field

from nomic.clauses.arguments.base import Argument as Argument
from nomic.clauses.arguments.base import InputContext as InputContext
from nomic.clauses.arguments.cards import CardArgument, CardsArgument
from nomic.clauses.arguments.items import ItemArgument
from nomic.clauses.arguments.numbers import NumberArgument
from nomic.clauses.arguments.players import PlayerArgument, PlayersArgument
from nomic.clauses.arguments.proposals import ProposalArgument
from nomic.clauses.arguments.rerollable_acts import ActArgument
from nomic.clauses.arguments.texts import NameArgument, NamesArgument, TextArgument

AnyArgument = Annotated[
    PlayerArgument
    | PlayersArgument
    | CardArgument
    | CardsArgument
    | ProposalArgument
    | NumberArgument
    | ItemArgument
    | NameArgument
    | NamesArgument
    | TextArgument
    | ActArgument,
    Field(discriminator="is_"),
]
