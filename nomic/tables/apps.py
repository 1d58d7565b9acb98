from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "nomic.tables"
    label = "tables"
    verbose_name = "Tables"

    def ready(self) -> None:
        from nomic.cycles import actions, digest, legislation, opening, watch
        from nomic.players import membership
        from nomic.tables import bot_seats, bot_votes, moves, orders, outages, outside, reminding, state

        actions.declare_channels("games")
        moves.declare()
        orders.declare()
        outages.declare()
        reminding.declare()
        bot_seats.declare()
        bot_votes.declare()
        opening.opens_with("outfit")
        opening.opens_with("seat-bot", bot="Greedy")
        opening.opens_with("seat-bot", bot="Random")
        membership.on_leaving(outside.tell_of_leaving)
        legislation.on_law_change(outside.tell_of_law)
        watch.watch(outside.follow_cycle)
        watch.watch(bot_seats.wake_bots, last=True)
        watch.watch(bot_votes.stir_votes)
        digest.register("matches", state.match_state)
