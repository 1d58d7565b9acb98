"""The action by which the Judge enacts a popular proposal by hand, as admins can too (R13)."""

from nomic.court.office import is_judge
from nomic.cycles.actions.registry import Action
from nomic.proposals.enactment import (
    BY_HAND,
    EnactByHandArgs,
    enact_by_hand,
    proposal_choices,
    something_by_hand,
    try_out_by_hand,
)

ACTIONS = (
    Action(
        name="judge-enacts",
        channel="request-for-justice",
        title="Enact a proposal by hand",
        summary_phrases=("proposal {number} enacted by hand", "{count} proposals enacted by hand"),
        summary="Enact a proposal that passed but whose amendments did not apply, adapted to the current law.",
        rule=BY_HAND,
        args=EnactByHandArgs,
        run=enact_by_hand,
        preconditions=(is_judge, something_by_hand),
        prepare=try_out_by_hand,
        choices=proposal_choices,
        section="court",
        shows_first=True,
    ),
)
