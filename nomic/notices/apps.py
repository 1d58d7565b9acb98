from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "nomic.notices"
    label = "notices"

    def ready(self) -> None:
        from django.core import checks

        from nomic.cycles.domain.events import CycleEnded, PhaseBegan
        from nomic.cycles.event_bus import on, subscribe
        from nomic.cycles.history.promote_fork import keep_on_promotion
        from nomic.notices import cycle_notices, kinds
        from nomic.notices.models import Notice, Reminder, Webhook
        from nomic.players.activity import note_act
        from nomic.proposals.events import ProposalSubmitted

        checks.register(kinds.flaws)
        kinds.register_notice_kind(kinds.TURN)
        kinds.register_notice_kind(kinds.REMINDER)
        kinds.register_notice_kind(kinds.ENDED)
        kinds.register_notice_kind(kinds.TROUBLE)
        kinds.register_notice_kind(kinds.RECAP)
        kinds.register_notice_kind(kinds.PROPOSED)
        subscribe(
            on(CycleEnded, cycle_notices.notify_of_end, after=note_act),
            on(PhaseBegan, cycle_notices.notify_of_recap, after=note_act),
            on(ProposalSubmitted, cycle_notices.notify_of_proposal, after=note_act),
        )
        keep_on_promotion(Notice, Reminder, Webhook)
