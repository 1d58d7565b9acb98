"""An agent of a playtest: a player who takes turns entirely through the API."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from nomic.playtest.agents.agent_turn import AgentTurn
from nomic.playtest.agents.argument_builder import random_answer, random_arguments
from nomic.playtest.agents.court import go_to_court
from nomic.playtest.agents.goals import Goal, WayToObtain, goal_of
from nomic.playtest.agents.personas import PersonaHabits
from nomic.playtest.agents.proposals import TEMPLATES
from nomic.playtest.agents.trades import answer_and_offer_trades
from nomic.playtest.client.session import Answer, Caller, Json

SELDOM = {"forfeit": 0.0, "agree": 0.0, "disagree": 0.2, "withdraw": 0.0, "leave": 0.0, "raise-bet": 0.1, "raise": 0.1}
MAX_QUESTIONS = 25
MAX_MOVES = 3  # per match and turn
PLENTY = 5  # of something limited in time: while less is possible, the agent waits
IMPATIENCE = 0.15
MAX_STRIVEN = 5  # acts per turn that lead to victory
TO_WIN = {"raise": 0.0, "match": 0.3, "play": 4.0}  # weights of moves, in place of the usual ones


class SeasonPlayer:
    """An agent: a player with a persona, which remembers the proposals that it has voted on."""

    def __init__(self, character: PersonaHabits, caller: Caller, luck: random.Random) -> None:
        self.character = character
        self.caller = caller
        self.luck = luck
        self.plays = False
        self._voted: set[str] = set()
        self._memory: set[str] = set()
        self._goal: Goal | None = None

    def take_turn(self, day: int) -> None:
        """Take a turn: join or leave if the day has come, then answer questions, vote, propose and act."""
        if not self._is_there(day) or self.luck.random() > self.character.visits:
            return
        if self.character.strives:
            self._goal = goal_of(self.caller.read("law/").get("document") or {})
        self._answer()
        self._vote()
        if self.luck.random() < self.character.how_often:
            self._propose()
        now = {each["name"]: each for each in self.offers() if each["available"]}
        visit = AgentTurn(self.character, self.caller, self.luck, day, now, self._memory, self._goal)
        go_to_court(visit)
        answer_and_offer_trades(visit)
        if self._goal is not None:
            self._strive(self._goal)
        self._act()

    def _is_there(self, day: int) -> bool:
        who = self.character
        if self.plays and who.leaves_on is not None and day >= who.leaves_on:
            self.plays = not self.caller.act("leave", {}).is_done
            return False
        if not self.plays and day >= who.joins_on and (who.leaves_on is None or day < who.leaves_on):
            self.plays = self.caller.act("join", {}).is_done
        return self.plays

    # ── pending decisions

    def _answer(self) -> None:
        """Answer pending questions with the persona's probability."""
        for item in self.caller.read("questions/").get("items", ()):
            waiting = item["question"]
            if waiting and waiting["asked"] and self.luck.random() < self.character.answers:
                given = {"question": waiting["code"], "answer": self._chosen_answer(waiting["asked"])}
                self._with_answers(lambda args: self.caller.act("answer", args), given)

    def _vote(self) -> None:
        """Vote on each open proposal once, and occasionally change a vote."""
        ways, weights = zip(*self.character.votes.items(), strict=True)
        for proposal in self.caller.read("proposals/", status="open").get("items", ()):
            if proposal["code"] not in self._voted or self.luck.random() < 0.03:
                (vote,) = self.luck.choices(ways, weights)
                if proposal["author"] == self.caller.name:
                    vote = "for"
                args: dict[str, object] = {"proposal": proposal["code"], "vote": vote}
                if vote == "for" and proposal["options"]:
                    args["options"] = [self.luck.choice(proposal["options"])]
                self.caller.act("vote", args)
                self._voted.add(proposal["code"])

    def _propose(self) -> None:
        law = self.caller.read("law/").get("document") or {}
        wanted = self.luck.choice(self.character.proposes)
        proposal = TEMPLATES[wanted](law, self.luck) if law else None
        if proposal is not None:
            self.caller.act("submit-proposal", proposal)

    # ── goals

    def _strive(self, goal: Goal) -> None:
        """Perform up to MAX_STRIVEN actions that lead to victory, the best first."""
        vain: set[tuple[str, str]] = set()
        for _ in range(MAX_STRIVEN):
            if self.luck.random() > self.character.strives:
                return
            now = {each["name"]: each for each in self.offers() if each["available"]}
            held = self._held()
            open_to_me = [
                way
                for way in goal.ways
                if way.action in now
                and goal.gain(way) > 0
                and (way.action, str(way.args)) not in vain
                and self._can_pay(way, held)
                and not goal.is_early(way, held)
            ]
            if not open_to_me:
                return
            best = max(open_to_me, key=goal.gain)
            args = random_arguments(now[best.action], self.luck)
            most = [bounds["most"] for bounds in (now[best.action].get("bounds") or {}).values()]
            waits = not best.costs and most and max(most) < PLENTY and self.luck.random() > IMPATIENCE
            if (
                waits
                or args is None
                or not self._try(best.action, self._to_the_full(now[best.action], best, args)).is_done
            ):
                vain.add((best.action, str(best.args)))

    def _held(self) -> dict[str, int]:
        """Return the agent's numbers of items and its numeric values."""
        return held_by(self.caller, self.caller.name)

    def _can_pay(self, way: WayToObtain, held: dict[str, int]) -> bool:
        return all(held.get(name, 0) >= amount for name, amount in way.costs.items())

    def _to_the_full(self, offer: Json, way: WayToObtain, args: Json) -> Json:
        """Return the arguments that yield the most.

        The recipient is the agent, and `count` is 1. Other amounts are the maximum if the way is free.
        """
        bounds = offer.get("bounds") or {}
        most = {name: bounds[name]["most"] for name in args if name in bounds and not way.costs}
        counted = {"count": 1} if "count" in args else {}
        return {**args, **most, **counted, **way.args, **dict.fromkeys(way.whose, self.caller.name)}

    def _chosen_answer(self, question: Json) -> list[str | int]:
        """Return a random answer that does not give away the agent's winning items."""
        wins = self._goal.wins if self._goal is not None else ()
        if any(name in question["prompt"] for name in wins) and question["kind"] == "offer":
            return [] if question["least"] == 0 else [question["options"][-1]["value"]]
        return random_answer(question, self.luck)

    # ── preferences

    def _act(self) -> None:
        """Perform some possible actions. An agent with a goal does not spend the means to reach it."""
        for _ in range(self.luck.randint(1, self.character.acts)):
            offers = [each for each in self.offers() if each["available"]]
            weights = [self._liking(offer["name"]) for offer in offers]
            if not any(weights):
                return
            (offer,) = self.luck.choices(offers, weights)
            args = random_arguments(offer, self.luck)
            if args is not None:
                self._try(offer["name"], args)

    def _liking(self, action: str) -> float:
        liking = self.character.liking(action)
        if self._goal is None:
            return liking
        ways = self._goal.ways_by(action)
        if any(self._goal.fleeting & way.brings.keys() for way in ways):
            return 0  # done on the set day
        is_dear = min((self._goal.gain(way) for way in ways), default=0) < 0
        return liking * max(0, 1 - 2 * self.character.strives) if is_dear else liking

    def _try(self, action: str, args: Json) -> Answer:
        """Perform an action. Record a refusal, because the action had just been offered."""
        done = self._with_answers(partial(self.caller.act, action), args)
        if not done.is_done and not done.asks:
            self.caller.book.offered_but_refused.append(f"{action} {args}: {done.status} {done.data.get('detail')}")
        return done

    def offers(self) -> list[Json]:
        """Return all actions that exist for the agent, available or not, as the API lists them with their choices."""
        found: list[Json] = self.caller.read("actions/", choices="true").get("items", [])
        return found

    def _with_answers(self, act: Callable[[Json], Answer], args: Json) -> Answer:
        """Perform an action, and answer its questions."""
        done = act(args)
        answers: list[list[str | int]] = []
        for _ in range(MAX_QUESTIONS):
            if not done.asks:
                break
            answers.append(self._chosen_answer(done.data["question"]))
            done = act({**args, "answers": answers})
        return done

    # ── matches

    def play(self) -> int:
        """Make moves in matches that wait for a player. Return the number of moves."""
        made = 0
        for match in self.tables():
            made += sum(1 for _ in self._moves(match))
        return made

    def tables(self) -> list[str]:
        """Return the codes of the agent's matches that are not over."""
        found = []
        for status in ("gathering", "running"):
            listed = self.caller.read("/matches/", cycle=self.caller.slug, status=status, mine="true")
            found += [match["code"] for match in listed.get("items", ())]
        return found

    def _moves(self, code: str) -> Iterator[Answer]:
        for _ in range(MAX_MOVES):
            match = self.caller.read(f"/matches/{code}/")
            move = self._chosen(match)
            if move is None:
                return
            begun = [list(each) for each in match["answers"]] if match["question"] else []
            done = self._made(code, move, begun, match["question"])
            if not done.is_done:
                self.caller.book.offered_but_refused.append(
                    f"{match['game']} {move}: {done.status} {done.data.get('detail')}"
                )
                return
            yield done
            if done.data.get("question") is None and not _is_waited_for(match, self.caller.name):
                return

    def _chosen(self, match: Json) -> Json | None:
        """Return one of the agent's moves, or None.

        A move is chosen if the match waits for a player or if the move is interesting.
        """
        legal = match.get("legal") or []
        if not legal or not (_is_waited_for(match, self.caller.name) or self.luck.random() < 0.05):
            return None
        usual = SELDOM if self._goal is None else {**SELDOM, **TO_WIN}
        weights = [usual.get(each["move"]["kind"], 1.0) for each in legal]
        if not any(weights):
            return None
        (chosen,) = self.luck.choices(legal, weights)
        move: Json = chosen["move"]
        return move

    def _made(self, code: str, move: Json, answers: list[list[str | int]], question: Json | None) -> Answer:
        """Make a move, and answer the questions asked before and during the move."""
        if question is not None:
            answers = [*answers, random_answer(question, self.luck)]
        done = self.caller.move(code, {"move": move, "answers": answers})
        for _ in range(MAX_QUESTIONS):
            asked = done.data.get("question")
            if asked is None or not (done.asks or done.is_done):
                break
            if done.is_done:
                move, answers = {"kind": "answer"}, [list(each) for each in done.data["answers"]]
                if asked["who"] != self.caller.name:
                    break
            answers = [*answers, random_answer(asked, self.luck)]
            done = self.caller.move(code, {"move": move, "answers": answers})
        return done


def _is_waited_for(match: Json, name: str) -> bool:
    return any(seat["player"] == name and (seat["to_act"] or seat["owes"]) for seat in match.get("seats", ()))


def held_by(caller: Caller, name: str) -> dict[str, int]:
    """Return the player's amount of each item, and the player's numeric values, by name."""
    found = caller.read(f"players/{name}/inventory/")
    counted = {each["name"]: each["number"] for each in found.get("values", ()) if "number" in each}
    return {**counted, **{each["item"]: each["amount"] for each in found.get("items", ())}}
