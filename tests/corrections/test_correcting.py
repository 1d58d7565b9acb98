"""Correcting the past: entries are void, changed, moved or inserted; everybody sees what comes of it; it is adopted."""

import json

import pytest

from nomic.chance.seeds import commitment, seed_of_a_correction
from nomic.corrections.models import Correction
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import action_named
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.history.export import proof
from nomic.cycles.history.rewrite import replaced_by
from nomic.cycles.journal.append import apply_act, save_cycle
from nomic.cycles.models import Cycle, Entry, ForkSeed, PhaseSeed
from nomic.notices.models import Notice
from nomic.proposals.models import Vote
from tests.corrections.conftest import Told, adopt, rows_of, tell
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall
from tests.support.proofs import verify_draws


def verified(hall: Hall) -> None:
    """Anybody can check the chain and the dice by the script."""
    report = verify_draws.verify(json.loads("".join(proof(hall.cycle))))
    assert not report.failures, report.failures


def test_a_pack_opening_is_voided_seen_by_everybody_and_adopted(cast: Hall, told: Told) -> None:
    """The pack is back and the cards have never been; the old history can be read, and its head is named."""
    cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    cards = {card.code for card in cast.cards("ada")}
    before = cast.digest
    row = told({"do": "void", "entry": str(opened.seq)})
    assert cast.cycle.seq == opened.seq + 1
    assert row.is_built
    assert rows_of(row, "Items")["ada: Handy Pack"] == ("", "1")
    assert {what[-9:-1] for what in rows_of(row, "Cards")} >= {code[-8:] for code in cards}
    assert before != cast.digest  # of the entry that opened the correction, and of nothing else
    assert {card.code for card in cast.cards("ada")} == cards
    head = cast.cycle.head
    adopted = adopt(cast, row)
    assert cast.has("ada", "Handy Pack") == 1
    assert not {card.code for card in cast.cards("ada")} & cards
    assert not Entry.objects.filter(cycle=cast.pk, key=opened.key).exists()
    ((kept, first),) = replaced_by(cast.cycle)
    assert (kept.head, first) == (head, opened.seq)
    assert kept.entries.get(seq=opened.seq).key == opened.key
    assert adopted.action == "adopt-correction"
    row.refresh_from_db()
    assert (row.status, row.closed_by, row.fork) == ("adopted", ADMIN, None)
    assert Cycle.objects.count() == 2
    notice = Notice.objects.get(kind="correction", person__username="bob")  # one, not a second for the adoption
    assert "has corrected the past" in notice.text
    cast.is_sound()
    verified(cast)


def test_acts_that_are_left_as_they_were_keep_their_dice(cast: Hall, told: Told) -> None:
    """Bob's pack has the same cards, though ada's was never opened."""
    for name in ("ada", "bob"):
        cast.do(name, "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    cast.do("bob", "open-pack", pack="Handy Pack")
    codes = {card.code for card in cast.cards("bob")}
    adopt(cast, told({"do": "void", "entry": opened.key}))
    assert {card.code for card in cast.cards("bob")} == codes
    verified(cast)


def test_a_key_answers_the_same_act_wherever_that_stands_now(cast: Hall, told: Told) -> None:
    """Through one correction after the other: in the cycle's journal, and in an old one where the act is no more."""

    def answered(name: str) -> Entry:
        performed = perform(cast.slug, cast.actor(name), "buy", {"offer": "Handy Pack"}, idempotency_key="once")
        return performed.entry

    entries = {name: answered(name) for name in ("ada", "bob", "eve")}
    is_gone: set[str] = set()
    for name in ("bob", "ada"):
        adopt(cast, told({"do": "void", "entry": entries[name].key}))
        is_gone.add(name)
        for each, first in entries.items():
            now = answered(each)
            assert (now.key, now.cycle_id == cast.pk) == (first.key, each not in is_gone)
    assert {name: cast.has(name, "Handy Pack") for name in entries} == {"ada": 0, "bob": 0, "eve": 1}
    assert Entry.objects.filter(mark__isnull=False).count() == 3
    cast.is_sound()


def test_a_vote_is_changed(cast: Hall, told: Told) -> None:
    """It counts as it should have; whoever voted and when is as it was."""
    code = cast.propose("ada")
    entry = cast.do("bob", "vote", proposal=code, vote="for")
    row = told({"do": "change", "entry": str(entry.seq), "args": {"proposal": code, "vote": "against"}})
    assert rows_of(row, "Votes") == {"bob on proposal 1": ("for", "against")}
    adopt(cast, row)
    assert Vote.objects.get(proposal__cycle=cast.pk, name="bob").vote == "against"
    now = Entry.objects.get(cycle=cast.pk, seq=entry.seq)
    assert (now.key, now.at) == (entry.key, entry.at)
    cast.is_sound()


def test_R136_a_calendar_that_was_never_voted_for_lets_the_phase_last(cast: Hall, told: Told) -> None:
    """Voided, the phase that it began never did; told again with the vote, it begins as it began."""
    earlier = {"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 24}
    cast.propose("ada", earlier, **{"class": "urgent"})
    submitted = cast.cycle.seq
    cast.to(START + 2 * DAY)
    assert (cast.cycle.phase, cast.cycle.phase_kind) == (1, "battle")
    row = told({"do": "void", "entry": str(submitted)})
    adopt(cast, row)
    assert (cast.cycle.phase, cast.cycle.phase_kind, cast.cycle.phase_ends_at) == (0, "rest", BATTLE)
    cast.is_sound()


def test_what_is_inserted_draws_by_the_seed_of_the_fork(cast: Hall, told: Told) -> None:
    """Nobody knew it before, not even of a phase whose dice are public; and anybody can check it afterwards."""
    cast.do("ada", "buy", offer="Handy Pack")
    at = cast.clock.now
    cast.to(WEEK + HOUR)
    insert = {"do": "insert", "actor": "ada", "action": "open-pack", "args": {"pack": "Handy Pack"}}
    row = told({**insert, "at": (at + HOUR).isoformat()})
    assert row.impossible == []
    adopt(cast, row)
    made = Entry.objects.get(cycle=cast.pk, action="open-pack")
    assert (made.phase, made.at) == (0, at + HOUR)
    assert made.events[-1] == {"kind": "own-dice", "commitment": row.commitment}
    assert made.draws
    cast.is_sound()
    verified(cast)


def test_the_dice_of_a_correction_cannot_be_forged(cast: Hall, told: Told) -> None:
    """The script finds a draw that the seed of the fork does not give, and a seed that nobody promised."""
    cast.do("ada", "buy", offer="Handy Pack")
    insert = {"do": "insert", "actor": "ada", "action": "open-pack", "args": {"pack": "Handy Pack"}}
    adopt(cast, told({**insert, "at": cast.clock.now.isoformat()}))
    shown = json.loads("".join(proof(cast.cycle)))
    forged = json.loads(json.dumps(shown))
    forged["forks"][0]["seed"] = "ab" * 32
    assert verify_draws.verify(forged).failures
    forged = json.loads(json.dumps(shown))
    forged["forks"] = []
    assert verify_draws.verify(forged).failures


def test_nobody_chooses_the_seed_of_a_correction(cast: Hall, told: Told) -> None:
    """It follows from the seed of the phase and the number of rewrites: to be checked when the phase is over."""
    cast.do("ada", "buy", offer="Handy Pack")
    insert = {"do": "insert", "actor": "ada", "action": "open-pack", "args": {"pack": "Handy Pack"}}
    adopt(cast, told({**insert, "at": cast.clock.now.isoformat()}))
    opened = Entry.objects.get(cycle=cast.pk, action="open-correction")
    phase = PhaseSeed.objects.get(cycle=cast.pk, phase=opened.phase)
    fork = ForkSeed.objects.get(cycle=cast.pk)
    assert fork.seed == seed_of_a_correction(phase.seed, opened.args["rewrite"])
    assert opened.args["commitment"] == commitment(fork.seed)
    assert verify_draws.verify(json.loads("".join(proof(cast.cycle)))).waiting == 1
    cast.to(WEEK + HOUR)
    report = verify_draws.verify(json.loads("".join(proof(cast.cycle))))
    assert (report.failures, report.waiting, report.opened) == ([], 0, 1)
    assert len(report.rewrites) == 1


def test_the_seed_of_a_correction_is_secret_also_after_the_end(cast: Hall, told: Told) -> None:
    """The seed of the last phase is public then: it follows from that of the next one."""
    cast.do("ada", "buy", offer="Handy Pack")
    action = action_named("end-cycle")
    cycle = Cycle.objects.get(pk=cast.pk)
    apply_act(cycle, action, action.read({"winner": "ada", "reason": "so", "rule": "R56"}), SYSTEM, cycle.now())
    save_cycle(cycle)
    insert = {"do": "insert", "actor": "ada", "action": "open-pack", "args": {"pack": "Handy Pack"}}
    told({**insert, "at": cast.clock.now.isoformat()})
    opened = Entry.objects.get(cycle=cast.pk, action="open-correction")
    phase = PhaseSeed.objects.get(cycle=cast.pk, phase=opened.phase + 1)
    assert phase.revealed_at is None
    assert ForkSeed.objects.get(cycle=cast.pk).seed == seed_of_a_correction(phase.seed, opened.args["rewrite"])


def test_the_proof_counts_looks_at_other_dice(cast: Hall, told: Told) -> None:
    """Whoever may correct sees the dice of each correction before it is adopted: they are counted."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[{"do": "void", "entry": bought.key}], reason="again")
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="no")
    report = verify_draws.verify(json.loads("".join(proof(cast.cycle))))
    assert (report.failures, report.opened, report.edited, report.dropped) == ([], 1, 1, 1)


def test_an_act_is_moved_to_another_instant(cast: Hall, told: Told) -> None:
    """A vote that came too late came in time."""
    entry = cast.do("bob", "buy", offer="Handy Pack")
    cast.clock.wait(hours=2)
    cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "move", "entry": entry.key, "at": cast.clock.now.isoformat()})
    adopt(cast, row)
    moved = Entry.objects.get(cycle=cast.pk, key=entry.key)
    assert moved.at == cast.clock.now
    assert moved.seq > Entry.objects.get(cycle=cast.pk, actor="ada", action="buy").seq
    cast.is_sound()


def test_what_drew_is_not_moved_to_other_dice(cast: Hall, told: Told) -> None:
    """Those of a phase that is over are known."""
    cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    cast.to(WEEK + HOUR)
    row = told({"do": "move", "entry": opened.key, "at": cast.clock.now.isoformat()})
    assert [each["seq"] for each in row.impossible] == [opened.seq]
    assert "another phase" in row.impossible[0]["detail"]


def test_what_is_not_possible_any_more_is_named_and_chosen_one_by_one(cast: Hall, told: Told) -> None:
    """Without its pack an opening is dropped, or stays without effect; nothing is adopted before somebody said so."""
    bought = [cast.do(name, "buy", offer="Handy Pack") for name in ("ada", "bob", "eve")]
    opened = [cast.do(name, "open-pack", pack="Handy Pack") for name in ("ada", "bob", "eve")]
    edits = [{"do": "void", "entry": entry.key} for entry in bought[:2]]
    row = told(*edits)
    assert [each["seq"] for each in row.impossible] == [opened[0].seq, opened[1].seq]
    assert all(each["detail"] for each in row.impossible)
    cast.refused(ADMIN, "adopt-correction", "later-acts", correction=row.code, reason="x")
    choices = [{"do": "void", "entry": opened[0].key}, {"do": "keep", "entry": opened[1].key}]
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[*edits, *choices], reason="so be it")
    row = tell(cast)
    assert row.impossible == []
    adopt(cast, row)
    assert not Entry.objects.filter(cycle=cast.pk, key=opened[0].key).exists()
    kept = Entry.objects.get(cycle=cast.pk, key=opened[1].key)
    assert kept.failure is not None
    assert len(cast.cards("bob")) == len(cast.cards("ada"))
    assert Entry.objects.get(cycle=cast.pk, key=opened[2].key).failure is None
    cast.is_sound()
    verified(cast)


def test_an_impossible_act_is_replaced(cast: Hall, told: Told) -> None:
    """By the same with other arguments."""
    cast.grant("ada", "Vertebra", 36)
    packs = cast.has("ada", "Vertebra") // 12
    first = cast.do("ada", "buy", offer="Handy Pack")
    more = cast.do("ada", "buy", offer="Handy Pack", count=packs - 1)
    edit = {"do": "change", "entry": first.key, "args": {"offer": "Handy Pack", "count": 2}}
    row = told(edit)
    assert [each["seq"] for each in row.impossible] == [more.seq]
    one = {"do": "change", "entry": more.key, "args": {"offer": "Handy Pack", "count": 1}}
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[edit, one], reason="less")
    row = tell(cast)
    assert row.impossible == []
    adopt(cast, row)
    cast.is_sound()


def test_what_is_played_meanwhile_is_not_lost(cast: Hall, told: Told) -> None:
    """It is played on top of what was told."""
    opened = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": opened.key})
    later = cast.do("bob", "buy", offer="Handy Pack")
    cast.to(WEEK + HOUR)
    adopt(cast, row)
    assert Entry.objects.get(cycle=cast.pk, key=later.key).at == later.at
    assert (cast.has("ada", "Handy Pack"), cast.has("bob", "Handy Pack")) == (0, 1)
    cast.is_sound()
    verified(cast)


def test_an_act_meanwhile_that_does_not_hold_has_the_adoption_ask_again(cast: Hall, told: Told) -> None:
    """Nothing is adopted, nothing lost: the correction is told again, and names it."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    head = cast.cycle.head
    with pytest.raises(Refused, match="being rebuilt"):
        adopt(cast, row)
    assert cast.cycle.head == head
    row = tell(cast)
    assert [each["seq"] for each in row.impossible] == [opened.seq]


def test_another_history_adopted_meanwhile_has_it_told_again(cast: Hall, told: Told) -> None:
    """What it was told from is not what happened any more."""
    cast.to(WEEK + HOUR)
    cast.propose("ada")
    cast.to(cast.cycle.phase_ends_at)
    cast.to(cast.cycle.phase_ends_at + HOUR)
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    began = (cast.clock.now - 30 * HOUR).isoformat()
    cast.do(ADMIN, "record-outage", began=began, ended=cast.clock.now.isoformat(), reason="x")
    assert Entry.objects.filter(cycle=cast.pk, action="tell-anew").exists()
    with pytest.raises(Refused, match="being rebuilt"):
        adopt(cast, row)
    adopt(cast, tell(cast))
    assert len(cast.cycle.outages) == 1
    cast.is_sound()
    verified(cast)


def test_a_dropped_correction_leaves_nothing_but_its_reasons(cast: Hall, told: Told) -> None:
    """The fork is gone, and the journal says why."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    row = told({"do": "void", "entry": bought.key})
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="it was right")
    assert Cycle.objects.count() == 1
    assert cast.has("ada", "Handy Pack") == 1
    row.refresh_from_db()
    assert (row.status, row.closed_because) == ("dropped", "it was right")
    cast.is_sound()


def test_corrections_can_follow_each_other(cast: Hall, told: Told) -> None:
    """What one voided the next inserts, and corrects what another inserted."""
    bought = cast.do("ada", "buy", offer="Handy Pack")
    adopt(cast, told({"do": "void", "entry": bought.key}))
    insert = {"do": "insert", "actor": "ada", "action": "buy", "args": {"offer": "Handy Pack"}}
    adopt(cast, told({**insert, "at": bought.at.isoformat()}))
    cast.do("ada", "open-pack", pack="Handy Pack")
    again = Entry.objects.get(cycle=cast.pk, action="buy")
    row = told({"do": "void", "entry": again.key})
    assert len(row.impossible) == 1
    cast.do(ADMIN, "drop-correction", correction=row.code, reason="enough")
    assert len(replaced_by(cast.cycle)) == 2
    cast.is_sound()
    verified(cast)
    assert Correction.objects.filter(cycle=cast.pk).count() == 3


def test_a_program_that_says_it_in_other_words_does_not_widen_a_correction(
    cast: Hall, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade the history before the corrected act stays as it was told; what comes later is told anew."""
    cast.do("ada", "buy", offer="Handy Pack")
    wrong = cast.do(ADMIN, "correct-grant", player="ada", item="Chip", count=1, reason="a slip")
    cast.do("bob", "buy", offer="Handy Pack")
    before = list(cast.cycle.entries.filter(seq__lt=wrong.seq).values_list("digest", "words"))
    monkeypatch.setattr(ActionContext, "message", lambda act, sentence: act.words.append(f"So it was: {sentence}"))
    row = told({"do": "void", "entry": wrong.key})
    assert row.status == "built", row.trouble
    assert row.first == wrong.seq
    adopt(cast, row)
    assert list(cast.cycle.entries.filter(seq__lt=wrong.seq).values_list("digest", "words")) == before
    assert cast.entries("buy")[-1].words[0].startswith("So it was: ")
