"""Seeds and draws of a running cycle: committed before, revealed after, and open to anybody's check."""

import hashlib

from nomic.chance.draw_scheme import draw_value
from nomic.chance.seeds import commitment
from nomic.cycles.actions.registry import action_named
from nomic.cycles.history.draw_export import draws_of_phase
from nomic.cycles.history.replay import discard_fork, replay_journal
from nomic.cycles.journal.append import ReplaySource, apply_act
from nomic.cycles.models import PhaseSeed
from nomic.cycles.state_digest import canonical_json, state_of
from tests.support.database_tampering import change_draw
from tests.support.hall import BATTLE, DAY, HOUR, START, WEEK, Hall
from tests.support.proofs import proof_of, verify_draws


def seeds(hall: Hall) -> dict[int, PhaseSeed]:
    return {row.phase: row for row in PhaseSeed.objects.filter(cycle=hall.pk)}


def test_R17_the_seeds_of_this_phase_and_the_next_are_committed_to_and_no_others(hall: Hall) -> None:
    """At the beginning of the cycle those of phases 0 and 1."""
    assert sorted(seeds(hall)) == [0, 1]
    assert all(row.commitment == hashlib.sha256(bytes.fromhex(row.seed)).hexdigest() for row in seeds(hall).values())
    began, *others = hall.entries()[0].events
    assert not any("commitments" in each for each in others)
    assert began["commitments"] == [seeds(hall)[0].commitment, seeds(hall)[1].commitment]


def test_R17_a_phase_that_begins_commits_to_the_one_after_it(hall: Hall) -> None:
    """So that every commitment is public a whole phase before its seed is used."""
    hall.to(BATTLE)
    (began,) = hall.entries("begin-phase")[0].events
    assert began["commitment"] == seeds(hall)[2].commitment
    assert seeds(hall)[2].committed_at == BATTLE


def test_R17_a_seed_is_revealed_when_its_phase_is_over_and_not_before(hall: Hall) -> None:
    """A second before the end of the phase it is secret, at the end it is public."""
    hall.to(BATTLE - HOUR / 3600)
    assert [row.public_seed for row in seeds(hall).values()] == [None, None]
    hall.to(BATTLE)
    by_phase = seeds(hall)
    assert by_phase[0].public_seed == by_phase[0].seed
    assert by_phase[0].revealed_at == BATTLE
    assert by_phase[1].public_seed is by_phase[2].public_seed is None
    (began,) = hall.entries("begin-phase")[0].events
    assert began["revealed"] == by_phase[0].seed


def test_R17_what_was_committed_to_is_what_is_revealed(hall: Hall) -> None:
    """Commitments never change, whatever happens in between."""
    committed = {phase: row.commitment for phase, row in seeds(hall).items()}
    hall.join("ada")
    hall.to(WEEK)
    for phase, promised in committed.items():
        assert commitment(seeds(hall)[phase].seed) == promised == seeds(hall)[phase].commitment


def test_R17_no_public_record_holds_a_secret_seed(cast: Hall) -> None:
    """Not the journal, not the export of draws, not the state."""
    cast.do("ada", "buy", offer="Handy Pack")
    cast.do("ada", "open-pack", pack="Handy Pack")
    cast.to(BATTLE)
    public = canonical_json(
        [
            [[entry.args, entry.words, entry.events, entry.key] for entry in cast.entries()],
            proof_of(cast.cycle),
            state_of(cast.cycle),
        ]
    )
    by_phase = seeds(cast)
    assert by_phase[0].seed in public
    assert by_phase[1].seed not in public
    assert by_phase[2].seed not in public


def test_R17_acts_draw_from_the_seed_of_their_own_phase(cast: Hall) -> None:
    """An act before a boundary draws from one seed, an act after it from the next."""
    for instant in (START, BATTLE, WEEK):
        cast.clock.to(instant)
        cast.grant("ada", "Already-opened Pack")
        entry = cast.do("ada", "open-pack", pack="Already-opened Pack")
        seed = bytes.fromhex(seeds(cast)[entry.phase].seed)
        for draw in entry.draws:
            value = verify_draws.drawn_value(seed, entry.key, draw.label, draw.index, draw.sides)
            assert draw.value == value


def test_R17_the_export_of_a_cycle_passes_the_script(cast: Hall) -> None:
    """Draws of past phases are checked, those of the running one wait."""
    cast.grant("ada", "Legendary Pack", 3)
    cast.do("ada", "open-pack", pack="Legendary Pack")
    cast.do("ada", "open-pack", pack="Legendary Pack")
    cast.clock.to(BATTLE)
    last = cast.do("ada", "open-pack", pack="Legendary Pack")
    report = verify_draws.verify(proof_of(cast.cycle))
    assert report.failures == []
    assert report.seeds == 1
    assert report.not_yet == len(last.draws)
    assert report.draws + report.not_yet == sum(len(entry.draws) for entry in cast.entries())


def test_R17_a_changed_draw_fails_the_script(cast: Hall) -> None:
    """Somebody who changes a value in the database is found out once the seed is public."""
    cast.grant("ada", "Deck Pack")
    entry = cast.do("ada", "open-pack", pack="Deck Pack")
    cast.to(BATTLE)
    change_draw(entry)
    value, link = verify_draws.verify(proof_of(cast.cycle)).failures
    assert "the seed gives" in value
    assert "the entry before it is not the one that was there" in link


def test_R17_the_end_of_a_cycle_reveals_the_seed_of_its_last_phase(cast: Hall) -> None:
    """Nothing is drawn any more, and everything can be checked."""
    cast.grant("ada", "Deck Pack")
    cast.do("ada", "open-pack", pack="Deck Pack")
    cast.grant("ada", "Chip", 10)
    report = verify_draws.verify(proof_of(cast.cycle))
    assert (report.failures, report.seeds, report.not_yet) == ([], 1, 0)
    assert seeds(cast)[1].public_seed is None


def test_R17_the_draws_of_one_phase_are_that_phases_alone(cast: Hall) -> None:
    """With its seed, for readers who look week by week; each is what the seed gives."""
    for instant in (START, BATTLE):
        cast.clock.to(instant)
        cast.grant("ada", "Already-opened Pack")
        cast.do("ada", "open-pack", pack="Already-opened Pack")
    cast.to(WEEK)
    part = draws_of_phase(cast.cycle, 1)
    assert {row["phase"] for row in part["phases"]} == {row["phase"] for row in part["draws"]} == {1}
    (seed,) = [bytes.fromhex(row["seed"]) for row in part["phases"]]
    for draw in part["draws"]:
        assert draw["value"] == verify_draws.drawn_value(
            seed, draw["entry"], draw["label"], draw["index"], draw["sides"]
        )


def test_R17_a_late_settlement_reveals_nothing_late_and_draws_nothing_early(hall: Hall) -> None:
    """After two weeks of downtime every phase has its own seed, revealed at its own end."""
    hall.to(START + 14 * DAY)
    rows = seeds(hall)
    assert sorted(rows) == [0, 1, 2, 3, 4, 5]
    assert [rows[phase].revealed_at for phase in range(6)] == [
        BATTLE,
        WEEK,
        BATTLE + 7 * DAY,
        WEEK + 7 * DAY,
        None,
        None,
    ]
    assert len({row.seed for row in rows.values()}) == 6


def test_R17_a_fork_repeats_the_dice_of_its_journal(cast: Hall) -> None:
    """The same entries have the same ids and so the same draws."""
    cast.grant("ada", "Legendary Pack")
    entry = cast.do("ada", "open-pack", pack="Legendary Pack")
    replayed = replay_journal(cast.cycle)
    copy = replayed.fork.entries.get(seq=entry.seq)
    assert [(draw.label, draw.value) for draw in copy.draws] == [(draw.label, draw.value) for draw in entry.draws]
    discard_fork(replayed.fork)


def test_R17_an_entry_that_only_a_fork_has_draws_from_the_forks_own_seed(cast: Hall) -> None:
    """Nothing that is tried in a fork tells anything of dice to come."""
    cast.grant("ada", "Already-opened Pack")
    replayed = replay_journal(cast.cycle)
    fork, action = replayed.fork, action_named("open-pack")
    entry = apply_act(
        fork,
        action,
        action.read({"pack": "Already-opened Pack"}),
        cast.actor("ada"),
        cast.clock.now,
        ReplaySource(seed=fork.fork_seed),
    )
    values = [(draw.label, draw.index, draw.sides, draw.value) for draw in entry.draws]
    real = seeds(cast)[0].seed
    assert fork.fork_seed != real
    assert [value for *_, value in values] == [draw_value(fork.fork_seed, entry.key, *draw) for *draw, _ in values]
    discard_fork(fork)
