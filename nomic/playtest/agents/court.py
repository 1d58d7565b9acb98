"""The court policy of agents: they make requests, stand for Judge, rule, and vote on rulings and candidacies."""

import re

from nomic.playtest.agents.agent_turn import AgentTurn
from nomic.playtest.client.session import Json

RULES_AT_ONCE = 2  # requests that a Judge rules on per turn
SECOND_THOUGHTS = 0.06  # probability per turn that a Judge overturns a ruling of their own
BACKS = 0.7  # probability of voting for a candidate
ABOUT_AN_ENTRY = 0.5  # share of requests that claim an entry to be a mistake
FOUND_TRUE = 0.7
TRUE = "true"  # the verdict that a statement is true
# Actions that may have been a mistake, and whose reversal does little harm.
MISTAKEN = re.compile(r"buy|gift|burn|hand-over|light|harvest|wages|pin-|open-pack|water|use-|sell|offer-trade")
QUESTIONS = (
    "Does this rule bind those who join later?",
    "Is an act of the phase before still within the limit?",
    "Who speaks first where two are named together?",
    "What is meant by “once” here?",
)
MISTAKE = "Entry {seq} was a mistake and should be void"
REASONS = ("The words are plain.", "So it was meant, and so it was played.", "Nothing in the rules says otherwise.")


def go_to_court(visit: AgentTurn) -> None:
    """Perform all court actions that are due in the agent's turn `visit`."""
    if visit.can("rule"):
        _rule(visit)
    if visit.can("overturn-own-ruling") and visit.chance(SECOND_THOUGHTS):
        ruling = visit.luck.choice(visit.choices("overturn-own-ruling", "ruling"))
        visit.act("overturn-own-ruling", ruling=ruling, reason="On second thoughts I was too quick.")
    if visit.can("open-confidence-vote"):
        _contest(visit)
    if visit.can("vote-on-ruling"):
        _vote_on_rulings(visit)
    _elect(visit)
    if visit.can("file-request") and visit.chance(visit.character.asks):
        _ask(visit)
    if visit.can("ask-to-void-act") and visit.chance(visit.character.asks / 2):
        _regret(visit)


def _rule(visit: AgentTurn) -> None:
    """Rule as the Judge: a question by an answer, a statement by a verdict."""
    waiting = visit.caller.read("court/requests/", state="open").get("items", [])
    for request in waiting[-RULES_AT_ONCE:]:
        found: Json = {"answer": f"Yes, as far as the rule goes. {visit.luck.choice(REASONS)}"}
        if request["kind"] == "statement":
            verdicts = visit.choices("rule", "verdict")
            is_true = TRUE in verdicts and visit.chance(FOUND_TRUE)
            found = {"verdict": TRUE if is_true else visit.luck.choice(verdicts)}
        about = [each["target"] for each in request["refers_to"] if each["kind"] == "law"][:1]
        args = {"request": request["code"], "reasoning": visit.luck.choice(REASONS), "about": about}
        visit.caller.act("rule", {**args, **found})


def _contest(visit: AgentTurn) -> None:
    """Decide once for each ruling that can be contested whether to call for a vote on it."""
    for ruling in visit.choices("open-confidence-vote", "ruling"):
        if visit.once(f"contest {ruling}") and visit.chance(visit.character.dissents):
            visit.act("open-confidence-vote", ruling=ruling)


def _vote_on_rulings(visit: AgentTurn) -> None:
    for ruling in visit.choices("vote-on-ruling", "ruling"):
        if visit.once(f"vote on {ruling}"):
            # If a vote is opened, usually more than one player dissents.
            ways = {"overturn": 0.3 + visit.character.dissents, "affirm": 0.5, "unclear": 0.05}
            (vote,) = visit.luck.choices(list(ways), list(ways.values()))
            visit.act("vote-on-ruling", ruling=ruling, vote=vote)


def _elect(visit: AgentTurn) -> None:
    """Stand for office, and vote on this week's candidates.

    The office has the same name in all laws that have it.
    """
    if visit.can("stand-for-judge") and visit.chance(visit.character.ambition):
        visit.act("stand-for-judge")
    if visit.can("vote-for-judge"):
        for candidate in visit.choices("vote-for-judge", "candidate"):
            if visit.once(f"candidacy of {candidate} in week {visit.day // 7}"):
                vote = "for" if candidate == visit.name or visit.chance(BACKS) else "against"
                visit.act("vote-for-judge", candidate=candidate, vote=vote)


def _ask(visit: AgentTurn) -> None:
    entry = _a_mistake(visit) if visit.chance(ABOUT_AN_ENTRY) else None
    if entry is not None:
        title = MISTAKE.format(seq=entry["seq"])
        visit.act("file-request", kind="statement", title=title, text="See there.", about=[f"#{entry['seq']}"])
        return
    rules = visit.choices("file-request", "about")
    about = [visit.luck.choice(rules)] if rules else []
    title = visit.luck.choice(QUESTIONS)
    visit.act("file-request", kind="question", title=title, text="I find nothing on it.", about=about)


def _regret(visit: AgentTurn) -> None:
    entry = _a_mistake(visit, actor=visit.name)
    if entry is not None:
        visit.act("ask-to-void-act", act=str(entry["seq"]), reason="I had not looked.")


def _a_mistake(visit: AgentTurn, **of: str) -> Json | None:
    """Return a random recent entry of an act that could be a mistake, or None."""
    found = visit.caller.read("journal/", order="newest", limit=30, **of).get("items", [])
    acts = [each for each in found if each["actor_kind"] == "person" and MISTAKEN.search(each["action"])]
    return visit.luck.choice(acts) if acts else None
