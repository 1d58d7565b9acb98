from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "nomic.tables"
    label = "tables"
    verbose_name = "Tables"

    def ready(self) -> None:
        from nomic.clauses.events import QuestionAsked
        from nomic.cycles import actions, digest, opening
        from nomic.cycles import outages as recorded
        from nomic.cycles.events import CycleEnded, LawChanged, PhaseBegan
        from nomic.cycles.listening import all_others, listen, on
        from nomic.cycles.reaching_back import depends_on
        from nomic.notices.channels import tell_in
        from nomic.notices.timed import register_timed
        from nomic.players.activity import note_act
        from nomic.players.events import Left
        from nomic.proposals.events import ProposalSubmitted
        from nomic.tables.events import MatchStepped
        from nomic.tables.hosting import clocks, cycle_happenings, dependence, moves, orders, outages, reminders, state
        from nomic.tables.practice import bot_answers, bot_seats, bot_votes

        actions.declare_channels("games")
        actions.declare(
            *moves.ACTIONS,
            *orders.ACTIONS,
            *outages.ACTIONS,
            *bot_seats.ACTIONS,
            *bot_votes.ACTIONS,
            *bot_answers.ACTIONS,
        )
        register_timed(reminders.running_clocks)
        register_timed(reminders.owed_choices)
        for action in reminders.TOLD_IN_THEIR_GAMES:
            tell_in(action, reminders.channel_of)
        opening.opens_with("outfit")
        opening.opens_with("seat-bot", bot="Greedy")
        opening.opens_with("seat-bot", bot="Random")
        listen(
            on(Left, cycle_happenings.tell_of_leaving, at_once=True),
            on(LawChanged, cycle_happenings.tell_of_law, at_once=True),
            on(PhaseBegan, cycle_happenings.tell_of_phase, after=note_act),
            on(CycleEnded, cycle_happenings.stop_all, after=note_act),
            on(QuestionAsked, bot_answers.stir_answers, after=note_act),
            on(ProposalSubmitted, bot_votes.stir_votes, after=note_act),
            on(MatchStepped, bot_seats.wake_bots, after=all_others),
        )
        recorded.follow_outages(outages.follow_outages, clocks.EXPIRED, kind=clocks.KIND, gaps=outages.GAPS)
        depends_on(dependence.later_in_matches)
        digest.register("matches", state.match_state)
