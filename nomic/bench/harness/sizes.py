"""Sizes of the benchmarks."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of every benchmark.

    With the default, the benchmarks take some minutes. `SMALL` checks within seconds that all of them run.
    """

    clients: tuple[int, ...] = (1, 10, 50)
    cycles: tuple[int, ...] = (1, 10)
    acts: int = 2000  # by all clients together, for each number of clients and cycles
    web_workers: int = 2
    settle_players: tuple[int, ...] = (10, 1_000, 10_000)
    ruled_acts: int = 1_200  # in a cycle with clauses, and as many in one without
    foreseen_players: tuple[int, ...] = (11, 200, 2_000)
    foreseen_together: int = 10  # proposals with the same end of voting, each by a different player
    simulated_weeks: int = 2
    replay_entries: int = 3_000
    render_players: int = 1_000
    render_cards: int = 50
    page_players: tuple[int, ...] = (10, 200)
    painted_players: int = 20
    looks: int = 5  # at each page
    board_offers: tuple[int, ...] = (20, 2_000)
    memory_acts: int = 500
    moving_clients: tuple[int, ...] = (1, 10)
    grown_entries: tuple[int, ...] = (1_000, 10_000, 100_000)
    grown_players: tuple[int, ...] = (10, 1_000, 10_000)
    grown_cycles: tuple[int, ...] = (10, 100, 1_000)
    grown_rounds: int = 5  # of all acts and of each page; the quickest counts
    stored_acts: int = 3_000


SMALL = Sizes(
    clients=(1, 3),
    cycles=(1, 2),
    acts=30,
    web_workers=1,
    settle_players=(10, 20),
    ruled_acts=20,
    foreseen_players=(4,),
    foreseen_together=2,
    simulated_weeks=1,
    replay_entries=40,
    render_players=5,
    render_cards=3,
    page_players=(2, 6),
    painted_players=3,
    looks=1,
    board_offers=(2, 6),
    memory_acts=20,
    moving_clients=(1, 2),
    grown_entries=(50, 100),
    grown_players=(2, 6),
    grown_cycles=(2, 4),
    grown_rounds=1,
    stored_acts=30,
)
