from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "nomic.matches"
    label = "matches"
    verbose_name = "Tables"

    def ready(self) -> None:
        from nomic.clauses.code_labels import register_labels
        from nomic.clauses.events import QuestionAsked
        from nomic.clauses.vocabulary.event_scopes import register_details
        from nomic.clauses.vocabulary.player_facts import register_fact
        from nomic.cycles import practice_setup, state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import CycleEnded, HistoryRewritten, LawChanged, PhaseBegan
        from nomic.cycles.event_bus import all_others, on, subscribe
        from nomic.cycles.history.reroll_checks import register_dependency
        from nomic.cycles.schedule import outages as recorded
        from nomic.matches import outage_notices, repetition_notices
        from nomic.matches.events import MatchOver, MatchStepped, Outage
        from nomic.matches.hosting import (
            channels,
            clocks,
            outages,
            player_tasks,
            reroll_dependencies,
            rule_predicates,
        )
        from nomic.matches.hosting.external import forward_cycle_events
        from nomic.matches.hosting.moves import actions as moves
        from nomic.matches.hosting.moves import standing_orders
        from nomic.matches.hosting.state_digest import match_state
        from nomic.matches.practice import bot_answers, bot_seats, bot_votes
        from nomic.notices import kinds
        from nomic.notices.channels import send_to_channel
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.players.player_tasks import register_task_kinds as declare_tasks
        from nomic.proposals.events import ProposalSubmitted

        actions.register_channels("games")
        actions.register_actions(
            *moves.ACTIONS,
            *standing_orders.ACTIONS,
            *outages.ACTIONS,
            *bot_seats.ACTIONS,
            *bot_votes.ACTIONS,
            *bot_answers.ACTIONS,
        )
        register_labels(rule_predicates.match_labels)
        register_fact("in match", rule_predicates.in_match, MatchStepped)
        register_fact("since match", rule_predicates.since_match, MatchStepped)
        register_details(MatchOver, rule_predicates.OF_A_MATCH, rule_predicates.finished_match_names)
        declare_tasks(*player_tasks.KINDS)
        for action in channels.ACTIONS_IN_GAME_CHANNEL:
            send_to_channel(action, channels.channel_of)
        practice_setup.opens_with("outfit")
        practice_setup.opens_with("seat-bot", bot="Mira")
        practice_setup.opens_with("seat-bot", bot="Rollo")
        subscribe(
            on(Left, forward_cycle_events.notify_of_leaving, at_once=True),
            on(LawChanged, forward_cycle_events.notify_of_law_change, at_once=True),
            on(PhaseBegan, forward_cycle_events.notify_of_phase, after=note_act),
            on(CycleEnded, forward_cycle_events.end_matches, after=note_act),
            on(QuestionAsked, bot_answers.wake_answering_bots, after=note_act),
            on(ProposalSubmitted, bot_votes.wake_voting_bots, after=note_act),
            on(MatchStepped, bot_seats.wake_bots, after=all_others),
            on(Outage, outage_notices.notify_of_outage, after=all_others),
            on(HistoryRewritten, outage_notices.notify_of_late_outage, after=all_others),
        )
        kinds.register_notice_kind(outage_notices.OUTAGE)
        kinds.register_notice_kind(repetition_notices.STANDSTILL)
        recorded.register_periods(outages.extend_for_outages, clocks.EXPIRED, kind=clocks.KIND, gaps=outages.GAPS)
        register_dependency(reroll_dependencies.find_later_step)
        state_digest.register("matches", match_state)
