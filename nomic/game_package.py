"""Game packages: all parts of a game that the host needs, declared in one place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nomic.clauses.runtime.world.world_for_law import CardHall, register_card_hall
from nomic.clauses.standing.ranking import FromGame, register_standing
from nomic.clauses.vocabulary.event_scopes import Details, register_details
from nomic.clauses.vocabulary.narrowed_events import NarrowedEvent, register_narrowed
from nomic.cycles import state_digest
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.registry import Action
from nomic.cycles.domain.events import Event
from nomic.cycles.event_bus import Listener, subscribe
from nomic.cycles.state_digest import Export
from nomic.discord.posts import buttons
from nomic.discord.posts.buttons import Ask
from nomic.effects.language.nodes.base import Scope
from nomic.inventory import card_views
from nomic.inventory.card_views import FaceReader
from nomic.law.document import sections
from nomic.law.document.sections import Agreement, Section
from nomic.law.labels.explanations import Explain, register_explanation
from nomic.law.rules.generated_tables import Build, register_table
from nomic.law.trials.registry import Trial, register_trial
from nomic.matches.contract.benchmarks import Bench, register_bench
from nomic.matches.hosting import registry
from nomic.matches.hosting.cycle_long_games import WholeCycle
from nomic.matches.hosting.registry import HostedGame
from nomic.matches.practice.bot_seats import BotGame, register_bots
from nomic.matches.simulation import run as simulation_run
from nomic.matches.simulation.run import ANY_NUMBER, Playground
from nomic.notices import kinds
from nomic.notices.kinds import NoticeKind
from nomic.players import player_tasks
from nomic.players.player_tasks import WaitingKind
from nomic.trades.terms.tradables import TradedCards, register_traded_cards
from nomic.web.hooks import boards, navigation, panels, redirects
from nomic.web.hooks import quick_actions as ready_acts
from nomic.web.hooks.boards import Board
from nomic.web.hooks.endings import Ending, register_ending
from nomic.web.hooks.first_steps import MakeSteps, add_first_steps
from nomic.web.hooks.front_picture import FrontPicture, set_front_picture
from nomic.web.hooks.navigation import NavigationItem
from nomic.web.hooks.panels import Panel
from nomic.web.hooks.quick_actions import Make
from nomic.web.hooks.redirects import Destination
from nomic.web.hooks.refusal_suggestions import Find, help_with
from nomic.web.hooks.rules_summary import Summarize, register_rules_summary
from nomic.web.hooks.turn_in_sentences import DescribeTurn, register_turn
from nomic.wiki.pages import matches as wiki_matches
from nomic.wiki.pages.matches import Draw


@dataclass(frozen=True)
class Explained:
    """The entries of a section of the law, or of its map `key`, and the function that explains them.

    See `register_explanation`.
    """

    section: str
    explain: Explain
    key: str = ""
    in_effects: bool = True


@dataclass(frozen=True)
class Simulated:
    """A playground for `manage.py simulate`, and the possible numbers of players."""

    playground: Playground[Any, Any]
    players: range = ANY_NUMBER


@dataclass(frozen=True, kw_only=True)
class GamePackage:
    """All parts of a game for its host. Most parts are optional; docs/adding-a-game.md explains each of them."""

    hosted: HostedGame
    whole_cycle: WholeCycle | None = None

    sections: Sequence[Section]
    agreements: Sequence[Agreement] = ()
    tables: Mapping[str, Build] = field(default_factory=dict)
    explained: Sequence[Explained] = ()
    trials: Sequence[Trial] = ()

    channels: Sequence[str] = ()
    actions: Sequence[Action] = ()
    listeners: Sequence[Listener] = ()
    narrowed: Sequence[NarrowedEvent] = ()
    details: Sequence[tuple[type[Event], Scope, Details]] = ()
    state: Mapping[str, Export] = field(default_factory=dict)
    face: FaceReader | None = None
    hall: CardHall | None = None
    traded: TradedCards | None = None
    notices: Sequence[NoticeKind] = ()
    standing: FromGame | None = None
    waiting: Sequence[WaitingKind] = ()
    discord_buttons: Sequence[Ask] = ()

    board: Board | None = None
    ending: Ending | None = None
    rules_summary: Summarize | None = None
    turn: DescribeTurn | None = None
    panels: Sequence[Panel] = ()
    navigation: Sequence[NavigationItem] = ()
    ways_out: Mapping[str, Find] = field(default_factory=dict)
    ready_acts: Mapping[str, Make] = field(default_factory=dict)
    first_steps: MakeSteps | None = None
    front_picture: FrontPicture | None = None
    after_acts: Mapping[type[Event], Destination] = field(default_factory=dict)
    wiki_board: Draw | None = None

    bots: BotGame | None = None
    simulated: Sequence[Simulated] = ()
    bench: Bench | None = None

    def install(self) -> None:
        """Register each part with the room that uses it. Called once, when the game's app is ready."""
        registry.register(self.hosted)
        self._extend_the_law()
        self._extend_cycles()
        self._extend_pages()
        self._extend_playing()

    def _extend_the_law(self) -> None:
        for section in self.sections:
            sections.register(section)
        for agreement in self.agreements:
            sections.register_agreement(agreement)
        for name, build in self.tables.items():
            register_table(name, build)
        for each in self.explained:
            register_explanation(each.section, each.explain, each.key, in_effects=each.in_effects)
        for trial in self.trials:
            register_trial(trial)

    def _extend_cycles(self) -> None:
        actions.register_channels(*self.channels)
        actions.register_actions(*self.actions)
        subscribe(*self.listeners, *(self.whole_cycle.listeners() if self.whole_cycle else ()))
        register_narrowed(*self.narrowed)
        for event, scope, read in self.details:
            register_details(event, scope, read)
        for name, export in self.state.items():
            state_digest.register(name, export)
        if self.face is not None:
            card_views.register(self.face)
        if self.hall is not None:
            register_card_hall(self.hall)
        if self.traded is not None:
            register_traded_cards(self.traded)
        for kind in self.notices:
            kinds.register_notice_kind(kind)
        if self.standing is not None:
            register_standing(self.standing)
        player_tasks.register_task_kinds(*self.waiting)
        buttons.register(*self.discord_buttons)

    def _extend_pages(self) -> None:
        if self.board is not None:
            boards.register(self.hosted.name, self.board)
        if self.ending is not None:
            register_ending(self.hosted.name, self.ending)
        if self.rules_summary is not None:
            register_rules_summary(self.hosted.name, self.rules_summary)
        if self.turn is not None:
            register_turn(self.turn)
        for panel in self.panels:
            panels.add_panel(panel)
        for item in self.navigation:
            navigation.add_page(item)
        for code, find in self.ways_out.items():
            help_with(code, find)
        for action, make in self.ready_acts.items():
            ready_acts.make_ready(action, make)
        if self.first_steps is not None:
            add_first_steps(self.first_steps)
        set_front_picture(self.front_picture)
        for event, destination in self.after_acts.items():
            redirects.go_after(event, destination)
        if self.wiki_board is not None:
            wiki_matches.register_board(self.hosted.name, self.wiki_board)

    def _extend_playing(self) -> None:
        if self.bots is not None:
            register_bots(self.hosted.name, self.bots)
        for each in self.simulated:
            simulation_run.register(each.playground, each.players)
        if self.bench is not None:
            register_bench(self.hosted.name, self.bench)
