from django.apps import AppConfig


class PlayersConfig(AppConfig):
    name = "nomic.players"
    label = "players"

    def ready(self) -> None:
        from nomic.accounts.lifecycle import account_deletion
        from nomic.cycles import practice_setup, state_digest
        from nomic.cycles.actions import registry as actions
        from nomic.cycles.domain.events import LawChanged
        from nomic.cycles.event_bus import on, on_every_act, subscribe
        from nomic.cycles.history import promote_fork
        from nomic.cycles.schedule import outages
        from nomic.law.document import sections
        from nomic.players import account_links, activity, law_section, reputation
        from nomic.players.membership import account_closing
        from nomic.players.membership import join_and_leave as membership
        from nomic.players.models import JoinRequest
        from nomic.players.state_digest import player_state

        sections.register(law_section.SECTION)
        actions.register_actions(*membership.ACTIONS, *reputation.ACTIONS)
        practice_setup.opens_with("join")
        subscribe(
            on_every_act(activity.note_act),
            on(LawChanged, reputation.follow_law, at_once=True),
        )
        outages.register_periods(reputation.extend_for_outages, reputation.BECOME, kind=reputation.KIND)
        promote_fork.keep_on_promotion(JoinRequest)
        promote_fork.on_promotion(account_links.give_accounts)
        account_deletion.register_playing(
            account_deletion.MembershipHooks(account_closing.games_of, account_closing.leave_everything)
        )
        state_digest.register("players", player_state)
