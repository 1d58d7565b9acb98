"""Random games: people join, leave, buy, open, give, burn, play, propose and vote while time jumps, and all is sound.

Whatever happens: items add up and are never negative, the journal replays to the same state, what is listed as
possible is accepted for some arguments, and what is not is refused with exactly the reason that was listed.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import hypothesis
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from nomic.chance.draw_source import Source
from nomic.clauses.handlers.resume_after_questions import question_now
from nomic.clauses.models import KeptValue, PendingQuestion
from nomic.court.models import Request
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.caching import write_cache
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.models import Entry
from nomic.inventory.ledger import discrepancies
from nomic.inventory.models import Balance, Card
from nomic.matches.contract.bots import RandomBot
from nomic.matches.hosting.loaded_match import RecordedEnvironment, loaded_match
from nomic.matches.models import Match, StandingOrder
from nomic.proposals.models import Proposal, Vote
from nomic.trades.models import Trade
from nomic.trades.terms.lots import given_by, lots_of
from tests.story.faces import Directly, Face, Offer, ThroughTheApi
from tests.support.acts_count_as_committed import committed_at_once
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, START, Clock, Hall
from tests.support.knucklebones_cycles import law_with_bones
from tests.support.proofs import proof_of, verify_draws

PEOPLE = ["ada", "bob", "eve", ADMIN]
ROUNDS = 3  # of acts of everybody with which a game begins
WAITS = [
    timedelta(microseconds=1),
    timedelta(minutes=7),
    timedelta(hours=5),
    timedelta(hours=47, minutes=59),
    timedelta(days=1),
    timedelta(days=7),
    timedelta(days=40),
]
# Arguments that fit their types, for actions that are not possible whatever the arguments.
ANY_ARGS: dict[str, dict[str, Any]] = {
    "declare-reputable": {"player": "ada"},
    "buy": {"offer": "Chip"},
    "open-pack": {"pack": "Handy Pack"},
    "burn-card": {"card": "0"},
    "gift": {"to": "ada"},
    "answer": {"question": "0", "answer": []},
    "luck_reroll": {"act": "0"},
    "fusion_fuse": {"cards": ["0", "1"]},
    "submit-proposal": {"title": "T", "text": "x"},
    "edit-proposal": {"proposal": "1", "title": "T", "text": "x"},
    "withdraw-proposal": {"proposal": "1"},
    "vote": {"proposal": "1", "vote": "for"},
    "advance-clock": {"minutes": 1},
    "correct-grant": {"player": "ada", "item": "Chip", "count": 1, "reason": "x"},
    "correct-grant-many": {"everybody": True, "item": "Chip", "count": 1, "reason": "x"},
    "correct-revoke": {"player": "ada", "item": "Chip", "count": 1, "reason": "x"},
    "set-good-luck": {"player": "ada", "lucky": True, "reason": "x"},
    "correct-grant-card": {"player": "ada", "species": "5", "reason": "x"},
    "correct-destroy-card": {"player": "ada", "card": "0", "reason": "x"},
    "enact-by-hand": {"proposal": "1", "words_only": True, "reason": "x"},
    "appoint-judge": {"reason": "x"},
    "use-reconfiguration-token": {"card": "0"},
    "request-duel": {"players": ["ada"]},
    "accept-duel": {"match": "0"},
    "decline-duel": {"match": "0"},
    "withdraw-duel": {"match": "0"},
    "offer-trade": {"wants": {"Chip": 1}},
    "counter-trade": {"trade": "0", "version": 1, "wants": {"Chip": 1}},
    "consent-trade": {"trade": "0", "version": 1},
    "take-back-consent": {"trade": "0"},
    "withdraw-trade": {"trade": "0"},
    "move": {"match": "0", "move": {"kind": "draw"}},
    "give-standing-order": {"match": "0", "order": {"kind": "pay"}},
    "withdraw-standing-order": {"match": "0", "order": "0"},
    "record-outage": {"hours": 1, "reason": "x"},
    "correct-value": {"value": "V", "reason": "x"},
    "wake-clause": {"clause": "a_b", "reason": "x"},
    "open-correction": {"edits": [{"do": "void", "entry": "1"}], "reason": "x"},
    "edit-correction": {"correction": "0", "edits": [{"do": "void", "entry": "1"}], "reason": "x"},
    "drop-correction": {"correction": "0", "reason": "x"},
    "adopt-correction": {"correction": "0", "reason": "x"},
    "void-act": {"act": "1", "reason": "x"},
    "ask-to-void-act": {"act": "1", "reason": "x"},
    "vote-for-judge": {"candidate": "ada", "vote": "for"},
    "file-request": {"kind": "question", "title": "May one?"},
    "rule": {"request": "0", "answer": "One may.", "reasoning": "It says so."},
    "open-confidence-vote": {"ruling": "0"},
    "vote-on-ruling": {"ruling": "0", "vote": "affirm"},
    "overturn-own-ruling": {"ruling": "0", "reason": "x"},
    "judge-enacts": {"proposal": "1", "words_only": True, "reason": "x"},
    "see-as-player": {"player": "ada", "reason": "x"},
    "change-title": {"title": "T", "reason": "x"},
    "stop-cycle": {"reason": "x"},
}
# How often what is possible is chosen, so that games are lived and not only corrected or left.
OFTEN = dict.fromkeys(["join", "declare-reputable", "buy", "open-pack", "burn-card", "gift", "enact-by-hand"], 6)
OFTEN |= {"submit-proposal": 6, "vote": 9, "intend-knucklebones": 4}
# What the rules keep of the votes on a candidate.
BALLOTS = {"Votes for Judge": "for", "Votes against Judge": "against", "Unclear about Judge": "unclear"}
# A Dice of Knucklebones.
NUDGE = {"when": "after", "effect": [{"let": "rolled", "be": {"sum": ["$rolled", 1]}}]}
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


class Game(RuleBasedStateMachine):
    """One cycle and its people. `open_hall` and `face` are given by the test."""

    open_hall: Callable[[], Hall]
    face: Callable[[Hall], Face]
    accepted: Counter[str]  # acts of all games, by action

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Everybody acts some times, because the first games that are tried have next to no steps of their own."""
        self.hall = type(self).open_hall()
        self.way_in = type(self).face(self.hall)
        self.hall.join("ada", "bob")
        self.hall.grant("ada", "Vertebra", 60)
        for _ in range(ROUNDS):
            self.act(PEOPLE, data)

    @rule(names=st.lists(st.sampled_from(PEOPLE), min_size=3, max_size=6), data=st.data())
    def act(self, names: list[str], data: st.DataObject) -> None:
        """Each of these does one of the things that they are told they can do."""
        for name in names:
            possible = [offer for offer in self.way_in.offers(name) if offer.reason is None]
            if possible:
                often = [offer for offer in possible for _ in range(OFTEN.get(offer.name, 1))]
                offer = data.draw(st.sampled_from(often))
                args = Arguments(self.hall, name, offer, data).build()
                if args is None:  # a match that waits for others only
                    continue
                answer = self.way_in.act(name, offer.name, args)
                assert answer.seq is not None, (offer.name, args, answer)
                type(self).accepted[offer.name] += 1

    @rule(name=st.sampled_from(PEOPLE))
    def what_is_not_possible_is_refused_with_its_reason(self, name: str) -> None:
        """Every action that is not possible is tried."""
        offers = self.way_in.offers(name)
        with self.hall.nothing_changes():
            for offer in offers:
                if offer.reason is not None:
                    answer = self.way_in.act(name, offer.name, ANY_ARGS.get(offer.name, {}))
                    assert answer.reason == offer.reason, (offer, answer)

    @rule(name=st.sampled_from(PEOPLE), action=st.sampled_from([*ANY_ARGS, "join", "begin-phase", "x"]), args=junk)
    def nonsense_is_refused(self, name: str, action: str, args: Any) -> None:
        """Whatever is sent as arguments, the answer is a refusal, and nothing changes."""
        if args != {} and args is not None:
            with self.hall.nothing_changes():
                answer = self.way_in.act(name, action, args)
            assert answer.seq is None

    @rule(wait=st.sampled_from(WAITS))
    def wait(self, wait: timedelta) -> None:
        """Time passes; nobody settles anything."""
        self.hall.clock.to(self.hall.clock.now + wait)

    @rule(early=st.sampled_from([timedelta(0), timedelta(microseconds=1)]))
    def wait_for_what_is_due(self, early: timedelta) -> None:
        """Time passes to the very instant of the next deadline, or to just before it."""
        cycle = self.hall.cycle
        if cycle.due_at is not None and cycle.due_at > cycle.now():
            self.hall.clock.to(self.hall.clock.now + (cycle.due_at - cycle.now()) - early)

    @invariant()
    def items_add_up(self) -> None:
        """Every balance is the sum of its lines, and none is negative."""
        assert discrepancies(self.hall.pk) == []
        assert not Balance.objects.filter(cycle=self.hall.pk, amount__lt=0).exists()

    @invariant()
    def the_journal_is_whole(self) -> None:
        """Its entries are numbered without a gap, in order of time."""
        entries = list(Entry.objects.filter(cycle=self.hall.pk).order_by("seq").values_list("seq", "at"))
        assert [seq for seq, _ in entries] == list(range(1, self.hall.cycle.seq + 1))
        assert all(early <= late for (_, early), (_, late) in itertools.pairwise(entries))

    def teardown(self) -> None:
        """In the end the journal replays to the same state, and every draw can be checked."""
        if hasattr(self, "hall"):
            self.hall.is_sound()
            assert type(self).verify(proof_of(self.hall.cycle)).failures == []

    verify: Callable[[Any], Any]


class Arguments:
    """Arguments for an action that is possible now, made of what is offered for them."""

    def __init__(self, hall: Hall, name: str, offer: Offer, data: st.DataObject) -> None:
        self._hall = hall
        self._name = name
        self._offer = offer
        self._data = data

    def build(self) -> dict[str, Any] | None:
        for argument, choices in self._offer.choices.items():
            assert choices or argument not in self._offer.required, (
                f"{self._offer.name} is possible, but there is no {argument}"
            )
        special: Callable[[], dict[str, Any] | None] | None = getattr(
            self, f"_{self._offer.name.replace('-', '_')}", None
        )
        return special() if special else self._chosen()

    def _draw(self, options: Any) -> Any:
        return self._data.draw(options if isinstance(options, st.SearchStrategy) else st.sampled_from(list(options)))

    def _chosen(self) -> dict[str, Any]:
        """One of the choices for each argument that has some."""
        return {argument: self._draw(choices) for argument, choices in self._offer.choices.items() if choices}

    def _amendments(self, of_class: str) -> list[dict[str, Any]]:
        """A change of the law as it is now; some of them get into each other's way.

        Classes of exploration may change next to nothing (R131).
        """
        if of_class.startswith("exploration"):
            return []
        law = self._hall.cycle.law.document
        offers, number = law["shop"]["offers"], self._hall.cycle.seq
        price = offers["Handy Pack"]["costs"]["Vertebra"]
        hours = law["membership"]["reputable_after_hours"]
        starts = law["calendar"]["phases"][1]["starts_at_hour"]
        species = sorted(set(law["cards"]) & {"5", "7", "9", "10"})
        bones = law["knucklebones"]
        return self._draw(
            [
                [],
                [{"op": "replace", "path": "/shop/offers/Handy Pack/costs/Vertebra", "value": price % 9 + 1}],
                [{"op": "replace", "path": "/membership/reputable_after_hours", "value": 24 if hours != 24 else 400}],
                [{"op": "replace", "path": "/calendar/phases/1/starts_at_hour", "value": 48 if starts != 48 else 100}],
                [{"op": "replace", "path": "/knucklebones/in_force", "value": not bones["in_force"]}],
                [{"op": "add", "path": "/knucklebones/dice/Chip", "value": {**NUDGE, "place": number}}],
                [{"op": "add", "path": f"/rules/rule-{number}", "value": {"title": "T", "body": "'''b'''"}}],
                *([[{"op": "remove", "path": f"/cards/{species[0]}"}]] if species else []),
            ]
        )

    def _submit_proposal(self) -> dict[str, Any]:
        args = self._chosen()
        return args | {
            "title": self._draw(["A title", "<b>{{x}}</b>", "🝬" * 120]),
            "text": self._draw(["Some words.", "== h ==\n* <nowiki>"]),
            "amendments": self._amendments(args.get("class", "")),
        }

    def _edit_proposal(self) -> dict[str, Any]:
        args = self._chosen()
        of_class = Proposal.objects.get(cycle=self._hall.pk, code=args["proposal"]).class_name
        return args | {"title": "Edited", "text": "Other words.", "amendments": self._amendments(of_class)}

    def _vote(self) -> dict[str, Any]:
        """Any vote but the one that stands."""
        args = self._chosen()
        proposal = Proposal.objects.get(cycle=self._hall.pk, code=args["proposal"])
        standing = Vote.objects.filter(proposal=proposal, name=self._name).values_list("vote", flat=True).first()
        return args | {
            "vote": self._draw([vote for vote in self._offer.choices["vote"] if vote != (standing or "none")])
        }

    def _vote_for_judge(self) -> dict[str, Any]:
        """Any vote on this candidate but the one that stands."""
        args = self._chosen()
        given = KeptValue.objects.filter(cycle=self._hall.pk, holder=self._name, name__in=BALLOTS)
        standing = [BALLOTS[row.name] for row in given if args["candidate"] in json.loads(row.members or "[]")] or [
            "none"
        ]
        return args | {"vote": self._draw([vote for vote in self._offer.choices["vote"] if vote not in standing])}

    def _advance_clock(self) -> dict[str, Any]:
        return self._draw([{"minutes": 1}, {"minutes": 60 * 24 * 9}, {"to_next_phase": True}])

    def _terms(self) -> dict[str, Any]:
        """A coin for nothing, or nothing for a coin."""
        return {"gives" if self._hall.has(self._name, "Vertebra") else "wants": {"Vertebra": 1}}

    def _offer_trade(self) -> dict[str, Any]:
        to = self._draw(["", *self._offer.choices["to"]])
        return self._terms() | ({"to": to} if to else {})

    def _counter_trade(self) -> dict[str, Any]:
        trade = Trade.objects.get(cycle=self._hall.pk, code=self._draw(self._offer.choices["trade"]))
        return self._terms() | {"trade": trade.code, "version": trade.version}

    def _consent_trade(self) -> dict[str, Any] | None:
        """Any for which one has what one is to give."""
        able = []
        for trade in Trade.objects.filter(cycle=self._hall.pk, code__in=self._offer.choices["trade"]).order_by(
            "number"
        ):
            lots = given_by(lots_of(trade), trade, self._name)
            if all(self._hall.has(self._name, lot.name) >= lot.amount for lot in lots):
                able.append({"trade": trade.code, "version": trade.version})
        return self._draw(able) if able else None

    def _file_request(self) -> dict[str, Any]:
        return {"kind": self._draw(["question", "statement"]), "title": self._draw(["May one?", "<b>{{x}}</b>"])}

    def _rule(self) -> dict[str, Any]:
        asked = Request.objects.get(cycle=self._hall.pk, code=self._draw(self._offer.choices["request"]))
        found = {"verdict": "true"} if asked.kind == "statement" else {"answer": "One may."}
        return {"request": asked.code, "reasoning": "It says so.", **found}

    def _vote_on_ruling(self) -> None:
        """Any but the ballot that stands: tests/court/test_rulings.py has them in any order."""

    def _overturn_own_ruling(self) -> dict[str, Any]:
        return {"ruling": self._draw(self._offer.choices["ruling"]), "reason": "because"}

    def _judge_enacts(self) -> dict[str, Any]:
        return self._enact_by_hand()

    def _open_correction(self) -> None:
        """What can be otherwise depends on all that came later: tests/corrections has it in any order."""

    _edit_correction = _drop_correction = _adopt_correction = _void_act = _ask_to_void_act = _open_correction

    def _correct_value(self) -> None:
        """What can be set depends on the value: tests/clauses/test_corrections.py has it."""

    def _luck_reroll(self) -> None:
        """Refused where something hangs on the act: tests/clauses/test_luck.py has it in any order."""

    def _fusion_fuse(self) -> dict[str, Any]:
        return {"cards": list(self._offer.choices["cards"])[:2]}

    def _answer(self) -> dict[str, Any]:
        """The first of what can be chosen, as many as there have to be."""
        chosen = self._chosen()
        row = PendingQuestion.objects.get(cycle=self._hall.pk, code=chosen["question"])
        cycle = self._hall.cycle
        asked = question_now(ReadContext(cycle, SYSTEM, cycle.now()), row, self._name)
        values = [] if asked is None else [option.value for option in asked.options[: asked.least]]
        return chosen | {"answer": values}

    def _correct_grant(self) -> dict[str, Any]:
        # Seldom enough Chips to end the game at once.
        return self._chosen() | {"count": self._draw([1, 2, 60]), "reason": "because"}

    def _correct_grant_many(self) -> dict[str, Any]:
        some = self._draw(st.lists(st.sampled_from(self._offer.choices["players"]), unique=True))
        who = {"players": some} if some else {"everybody": True}
        return who | {"item": self._draw(self._offer.choices["item"]), "count": 1, "reason": "because"}

    def _change_title(self) -> dict[str, Any]:
        return {"title": f"Title {self._hall.cycle.seq}", "reason": "because"}

    def _stop_cycle(self) -> None:
        """Nothing is left to play afterwards: tests/office/test_ending.py has it."""

    def _see_as_player(self) -> None:
        """Not for those who play or have played: tests/office/test_view_as.py has it."""

    def _correct_revoke(self) -> dict[str, Any]:
        has = Balance.objects.filter(cycle=self._hall.pk, amount__gt=0).order_by("holder", "item")
        balance = self._draw(has)
        return {"player": balance.holder, "item": balance.item, "count": balance.amount, "reason": "because"}

    def _set_good_luck(self) -> dict[str, Any]:
        return self._chosen() | {"lucky": self._draw([True, False]), "reason": "because"}

    def _correct_grant_card(self) -> dict[str, Any]:
        args = self._chosen()
        return args | {"modifiers": [args["modifiers"]], "reason": "because"}

    def _correct_destroy_card(self) -> dict[str, Any]:
        card = self._draw(Card.objects.filter(cycle=self._hall.pk).exclude(holder="").order_by("code"))
        return {"player": card.holder, "card": card.code, "reason": "because"}

    def _enact_by_hand(self) -> dict[str, Any]:
        return self._chosen() | {"words_only": True, "reason": "because"}

    def _use_item(self) -> dict[str, Any]:
        return {"item": "Reconfiguration Token", "card": self._draw(self._offer.choices["card"])}

    def _request_duel(self) -> dict[str, Any]:
        return {"players": [self._draw(self._offer.choices["players"])]}

    def _intend_knucklebones(self) -> dict[str, Any]:
        opponents = self._draw(st.lists(st.sampled_from(self._offer.choices["opponents"]), unique=True))
        return {"opponents": opponents, "how": self._draw(["each", "one"]) if opponents else "each"}

    def _move(self) -> dict[str, Any] | None:
        """Whatever the game lists for this player, answered by chance; None where it lists nothing."""
        code = self._draw(self._offer.choices["match"])
        ctx = self._hall.read_context(self._name)
        table = loaded_match(ctx, Match.objects.get(cycle=self._hall.pk, code=code))
        environment, chance = (
            RecordedEnvironment(ctx, table.hosted),
            Source("0" * 64, str(self._draw(st.integers(0, 999)))),
        )
        chosen = RandomBot().choose(table.game, table.rules, table.state, self._name, environment, chance)
        if chosen is None:
            return None
        return {"match": code, "move": chosen[0], "answers": [list(answer) for answer in chosen[1]]}

    def _give_standing_order(self) -> dict[str, Any]:
        return self._chosen() | {"order": {"kind": "pay", "how": "random"}}

    def _withdraw_standing_order(self) -> dict[str, Any]:
        order = self._draw(
            StandingOrder.objects.filter(match__cycle=self._hall.pk, player=self._name, status="waiting")
        )
        return {"match": order.match.code, "order": order.code}

    def _record_outage(self) -> dict[str, Any] | None:
        known = self._hall.cycle.outages
        if known and datetime.fromisoformat(known[-1][1]) > self._hall.clock.now:
            return None  # the time that is recorded already is no outage once more
        return {"hours": self._draw([1, 30]), "reason": "because"}

    def _appoint_judge(self) -> dict[str, Any]:
        player = self._draw([None, *self._offer.choices["player"]])
        return {"player": player, "reason": "because"} if player else {"reason": "because"}


def play(face: Callable[[Hall], Face], open_cycle: Any, clock: Clock, verify: Any, games: int) -> None:
    """So many random games of up to forty steps."""
    numbers = itertools.count(1)

    def open_hall() -> Hall:
        write_cache.clear_cache()  # the game before was taken back
        clock.to(START)
        hall: Hall = open_cycle(law_with_bones(), slug=f"game-{next(numbers)}", practice=True, owner_name="ada")
        return hall

    class Played(Game):
        pass

    Played.open_hall = staticmethod(open_hall)
    Played.face = staticmethod(face)
    Played.verify = staticmethod(verify)
    Played.accepted = Counter()
    # A failing game is not made shorter: that would take minutes. Its steps and a way to repeat it are printed.
    phases = [hypothesis.Phase.explicit, hypothesis.Phase.reuse, hypothesis.Phase.generate]
    settings = hypothesis.settings(max_examples=games, stateful_step_count=40, deadline=None, phases=phases)
    with committed_at_once():
        run_state_machine_as_test(Played, settings=settings)
    assert Played.accepted.total() >= games * ROUNDS, "these games were not lived"
    assert len(Played.accepted) > 1, Played.accepted


def test_random_games(open_cycle: Any, clock: Clock) -> None:
    """Random acts of several people in one cycle, performed directly."""
    play(Directly, open_cycle, clock, verify_draws.verify, games=examples(12))


def test_random_games_of_bots(open_cycle: Any, clock: Clock, settings: Any) -> None:
    """Played through the REST API, by bots with tokens."""
    settings.API_RATE_LIMIT = "1000000/min"
    secrets: dict[str, str] = {}
    play(lambda hall: ThroughTheApi(hall, secrets), open_cycle, clock, verify_draws.verify, games=examples(6))
