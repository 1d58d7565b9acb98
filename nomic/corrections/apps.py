from django.apps import AppConfig


class CorrectionsConfig(AppConfig):
    name = "nomic.corrections"
    label = "corrections"

    def ready(self) -> None:
        from nomic.clauses.code_labels import register_labels
        from nomic.corrections import actions as corrections_actions
        from nomic.corrections import law_section, state_transitions, undo
        from nomic.corrections.diff import compared_facts, law_diff, move_texts
        from nomic.corrections.diff.public_diff import register_facts, show_compared, show_since
        from nomic.corrections.models import Correction
        from nomic.corrections.notices import CORRECTION, GRANT, notify_corrected
        from nomic.corrections.queries import correction_labels
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import ForkReseeded
        from nomic.cycles.event_bus import all_others, on, on_every_act, subscribe
        from nomic.cycles.history import promote_fork, reseed
        from nomic.law.document import sections
        from nomic.notices import kinds

        register_labels(correction_labels)
        sections.register(law_section.SECTION)
        actions.register_channels("corrections")
        actions.register_actions(*corrections_actions.ACTIONS, *undo.ACTIONS)
        promote_fork.keep_on_promotion(Correction)
        reseed.when_a_fork_waits(state_transitions.is_open_in)
        subscribe(on(ForkReseeded, state_transitions.take_new_seed), on_every_act(notify_corrected, after=all_others))
        kinds.register_notice_kind(CORRECTION)
        kinds.register_notice_kind(GRANT)
        for title, facts_of in compared_facts.SHOWN:
            register_facts(title, facts_of)
        show_since("Moves in games", move_texts.moves)
        show_compared("Law", law_diff.compare)
        show_since("Entries of the journal", compared_facts.acts)
