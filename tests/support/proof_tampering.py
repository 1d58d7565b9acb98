"""All ways to tamper with the proof of a cycle, with the errors that script and page report for each."""

import copy
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nomic.chance.draw_source import Source
from nomic.chance.seeds import commitment
from nomic.cycles.journal import hash_chain
from tests.support.proofs import SEEDS, Proof


def write_anew(given: Proof, *, ids: bool = True) -> None:
    """What an operator does who writes the whole journal anew: every link and number fits again, ids and draws too."""
    before, renamed, at = hash_chain.digest(given["first"]), {}, ""
    for seq, entry in enumerate(given["entries"], 1):
        at = max(at, entry["at"])
        entry |= {"seq": seq, "before": before, "at": at}
        for event in entry["events"]:
            if event.get("kind") == "unsealed":
                event["entry"] = renamed.get(event["entry"], event["entry"])
        if ids:
            key = hash_chain.entry_id(before, entry["actor_kind"], entry["actor"], entry["action"])
            renamed[entry["key"]] = key
            entry["key"] = key
            source = Source(SEEDS[entry["phase"]], key)
            entry["draws"] = [
                draw | {"value": source.below(int(draw["sides"]), draw["label"], "")} for draw in entry["draws"]
            ]
            entry |= json.loads(hash_chain.written(entry))
        before = hash_chain.digest(entry)
    given["head"] = {"seq": len(given["entries"]), "digest": before}


@dataclass(frozen=True)
class Tampering:
    """A way to tamper with the proof above, and what is told of it; `noted` says whether only a noted head tells."""

    name: str
    change: Callable[[Proof], Any]
    told: str
    noted: bool = False


def entry(given: Proof, seq: int) -> dict[str, Any]:
    return next(each for each in given["entries"] if each["seq"] == seq)


def _set(seq: int, name: str, value: Any) -> Callable[[Proof], None]:
    return lambda given: entry(given, seq).update({name: value})


def _draw(seq: int, place: int, **changed: Any) -> Callable[[Proof], None]:
    return lambda given: entry(given, seq)["draws"][place].update(changed)


def _swap_ids(given: Proof) -> None:
    one, other = entry(given, 2), entry(given, 7)
    one["key"], other["key"] = other["key"], one["key"]


def _choose_id(given: Proof) -> None:
    """Try ids until one draws what is wanted, and write the rest of the journal upon it."""
    for number in range(1000):
        key = f"{number:032x}"
        values = [Source(SEEDS[0], key).below(52, "pick", "")]
        if values == [51]:
            break
    source = Source(SEEDS[0], key)
    chosen = entry(given, 2)
    chosen["key"] = key
    for draw in chosen["draws"]:
        draw["value"] = source.below(draw["sides"], draw["label"], "")
    write_anew(given, ids=False)


def anew(change: Callable[[Proof], Any], *, ids: bool = True) -> Callable[[Proof], None]:
    """A change after which the operator writes the whole journal anew."""

    def both(given: Proof) -> None:
        change(given)
        write_anew(given, ids=ids)

    return both


def _withhold(given: Proof) -> None:
    given["phases"][0]["seed"] = None


def _another_commitment(given: Proof) -> None:
    given["entries"].insert(2, copy.deepcopy(given["entries"][0]))
    given["entries"][2]["events"][0]["commitments"] = [commitment(SEEDS[2])] * 2


FOLLOWS = "the entry before it is not the one that was there when it was written"
NOTED = "its digest is not the head that you noted"

TAMPERINGS = (
    # an entry that says something else than it said
    *(
        Tampering(f"the {name} of an entry", _set(2, name, value), f"entry 3: {FOLLOWS}")
        for name, value in (
            ("actor", "eve"),
            ("actor_kind", "admin"),
            ("action", "open-box"),
            ("args", {"pack": "Deck Pack"}),
            ("at", "2026-01-05T02:00:01Z"),
            ("revision", 1),
            ("words", ["ada does nothing."]),
            ("events", [{"kind": "pack-opened"}]),
        )
    ),
    Tampering("the words of the newest entry", _set(8, "words", ["Ada says 1."]), "the journal does not end with that"),
    Tampering("the number of an entry", _set(4, "seq", 5), "entry 5 comes after entry 3"),
    Tampering("the phase of an entry", _set(2, "phase", 1), "entry 2: it stands in phase 1, and phase 0 was running"),
    Tampering("the digest before an entry", _set(4, "before", "0" * 64), f"entry 4: {FOLLOWS}"),
    Tampering("an entry's id", _set(2, "key", "0" * 32), "entry 2: its id does not follow from the chain"),
    Tampering("swapped ids", _swap_ids, "entry 2: its id does not follow from the chain"),
    Tampering("a chosen id", _choose_id, "entry 2: its id does not follow from the chain"),
    Tampering("swapped ids, all written anew", anew(_swap_ids, ids=False), "its id does not follow from the chain"),
    Tampering("an id twice", lambda given: entry(given, 4).update(key=entry(given, 3)["key"]), "that of another entry"),
    # entries that are not where they were
    Tampering("the first entry omitted", lambda given: given["entries"].pop(0), "entry 2 comes after entry 0"),
    Tampering("an entry omitted", lambda given: given["entries"].pop(3), "entry 5 comes after entry 3"),
    Tampering("the last entry omitted", lambda given: given["entries"].pop(), "the journal does not end with that"),
    Tampering("all entries omitted", lambda given: given["entries"].clear(), "the journal does not end with that"),
    Tampering("an entry doubled", lambda given: given["entries"].insert(3, given["entries"][2]), "entry 3 comes after"),
    Tampering("entries reordered", lambda given: given["entries"].insert(2, given["entries"].pop(3)), FOLLOWS),
    Tampering("an instant before that of the entry before it, all written anew",
        lambda given: (_set(7, "at", "2026-01-05T05:59:59.999999Z")(given), _lay_chain(given)),
        "entry 7: it is earlier than the entry before it"),
    # draws
    Tampering("the last draw omitted", lambda given: entry(given, 2)["draws"].pop(), f"entry 3: {FOLLOWS}"),
    Tampering("a draw omitted", lambda given: entry(given, 2)["draws"].pop(0), 'entry 2, "pick" 1: it is draw 0'),
    Tampering("a draw's value", lambda given: entry(given, 2)["draws"][0].update(
        value=(entry(given, 2)["draws"][0]["value"] + 1) % 52), "the seed gives"),
    Tampering("a value not yet checkable", _draw(7, 1, value=9), f"entry 8: {FOLLOWS}"),
    Tampering("a draw's sides", _draw(2, 0, sides=5300), f"entry 3: {FOLLOWS}"),
    Tampering("a draw's purpose", _draw(2, 0, purpose="for nothing"), f"entry 3: {FOLLOWS}"),
    Tampering("a draw's label", _draw(2, 3, label="pick"), 'entry 2, "pick" 0: it is draw 3 of its label'),
    Tampering("a draw's index", _draw(2, 3, index=1), 'entry 2, "coating" 1: it is draw 0 of its label'),
    Tampering("a draw without sides", _draw(2, 0, sides=0), "entry 2, draw 0: sides is not between 1 and 2^64"),
    Tampering("too many sides", _draw(2, 0, sides="18446744073709551617"), "sides is not between 1 and 2^64"),
    Tampering("a label of two lines", _draw(2, 0, label="pick\n0"), "label is not a text of one line"),
    Tampering("a value that is none", _draw(2, 0, value=True), "value is not a whole number"),
    Tampering("a wrong value, all written anew", anew(_draw(2, 0, value=51), ids=False), "recorded 51 of 52, the seed"),
    Tampering("a gap in the draws, all written anew", anew(_draw(2, 3, index=1)), "it is draw 0 of its label"),
    # seals
    Tampering("a seal changed", lambda given: entry(given, 4)["args"]["wish"].update(commitment="0" * 64), FOLLOWS),
    Tampering("a seal omitted", _set(4, "sealed", []), f"entry 5: {FOLLOWS}"),
    Tampering("half of a surrogate pair in the name of a seal", _set(4, "sealed", ["\ud800a"]),
        r'entry 4, "\ud800a": it is sealed without a commitment'),
    Tampering("a commitment omitted", lambda given: entry(given, 4)["args"].pop("wish"), "sealed without a commitment"),
    Tampering("something else opened", lambda given: entry(given, 5)["events"][0]["args"]["wish"].update(value=6),
        'entry 3, "wish": what was opened does not have the commitment that was shown'),
    Tampering("another salt", lambda given: entry(given, 5)["events"][0]["args"]["wish"].update(salt="0"),
        'entry 3, "wish": entry 5 does not open it with the rest'),
    Tampering("another salt of the same length", lambda given: entry(given, 5)["events"][0]["args"]["wish"].update(
        salt="0" * 32), 'entry 3, "wish": what was opened does not have the commitment that was shown'),
    Tampering("an opening of nothing", lambda given: entry(given, 5)["events"][0].update(entry="0" * 32),
        "entry 5: it opens what nobody sealed"),
    Tampering("an opening of half", lambda given: entry(given, 5)["events"][0]["args"].clear(),
        'entry 3, "wish": entry 5 does not open it with the rest'),
    Tampering("an opening omitted", _set(5, "events", []), f"entry 6: {FOLLOWS}"),
    Tampering("a seal opened twice", lambda given: entry(given, 5)["events"].append(entry(given, 5)["events"][0]),
        "entry 5: it opens entry 3 again"),
    Tampering("something else opened, all written anew",
        anew(lambda given: entry(given, 5)["events"][0]["args"]["wish"].update(value=6)),
        'entry 3, "wish": what was opened does not have the commitment that was shown'),
    # seeds
    Tampering("a seed withheld", _withhold, "phase 0 is over, and its seed is withheld"),
    Tampering("another seed", lambda given: given["phases"][0].update(seed=SEEDS[1]), "does not have the published"),
    Tampering("another seed and commitment",
        lambda given: given["phases"][0].update(seed=SEEDS[2], commitment=commitment(SEEDS[2])),
        "phase 0: the commitment is not the one that the journal announced"),
    Tampering("a commitment changed", lambda given: given["phases"][2].update(commitment="0" * 64), "announced"),
    Tampering("a seed of another form", lambda given: given["phases"][0].update(seed="11"), "not 64 hexadecimal"),
    Tampering("a commitment of another form", lambda given: given["phases"][2].update(commitment="X"), "not 64 hexa"),
    Tampering("a phase omitted", lambda given: given["phases"].pop(1), "phase 1: the commitment is left out"),
    Tampering("a phase too many", lambda given: given["phases"].append({"phase": 9, "commitment": "0" * 64}),
        "phase 9: the journal never announced it"),
    Tampering("a phase twice", lambda given: given["phases"].append(given["phases"][0]), "phase 0 is there twice"),
    Tampering("what is no phase", lambda given: given["phases"].append("x"),
        "an entry in the list of phases is not a phase"),
    Tampering("another commitment announced, all written anew", anew(_another_commitment),
        "phase 0: entry 3 announces another commitment"),
    Tampering("a phase left out, all written anew",
        anew(lambda given: entry(given, 6)["events"][0].update(phase=2)), "entry 6: the phase after 0 is 1"),
    Tampering("another seed revealed", lambda given: entry(given, 6)["events"][0].update(revealed=SEEDS[2]),
        "phase 0: the seed is not the one that entry 6 revealed"),
    Tampering("an entry in another phase, all written anew", anew(_set(7, "phase", 0)),
        "entry 7: it stands in phase 0, and phase 1 was running"),
    Tampering("a seed withheld, all written anew", anew(lambda given: (_withhold(given),
        entry(given, 6)["events"][0].update(revealed=None))), "phase 0 is over, and its seed is withheld"),
    # the frame
    Tampering("the law it began under", lambda given: given["first"].update(law="0" * 64), f"entry 1: {FOLLOWS}"),
    Tampering("when it began", lambda given: given["first"].update(starts_at="2026-01-06T00:00:00Z"), FOLLOWS),
    Tampering("the head", lambda given: given["head"].update(digest="0" * 64), "the journal does not end with that"),
    Tampering("the number of the head", lambda given: given["head"].update(seq=9), "is said to be entry 9"),
    Tampering("no head", lambda given: given.pop("head"), "the head of the chain is missing"),
    Tampering("no first link", lambda given: given.pop("first"), "the first link of the chain is missing"),
    Tampering("no phases", lambda given: given.pop("phases"), "the list of phases is missing"),
    Tampering("another scheme", lambda given: given.update(scheme="mine"), 'the scheme is not "nomic-chain-1"'),
    Tampering("another scheme of draws", lambda given: given.update(draw_scheme="mine"), "the draw_scheme is not"),
    *(
        Tampering(f"{name} of another form", _set(3, name, value), f"the entry after 2: {told}")
        for name, value, told in (
            ("seq", "3", "seq is not a whole number"),
            ("before", "", "before is not 64 hexadecimal digits"),
            ("key", "k", "key is not 32 hexadecimal digits"),
            ("actor", None, "actor is not a text"),
            *(("at", at, "at is not an instant in UTC") for at in ("", "yesterday", None, "2026-01-05T02:00:00+05:00",
                "2026-01-05T02:00:00.1Z", "2026-01-05 02:00:00Z", "٢026-01-05T02:00:00Z")),
            ("args", [], "args is not an object"),
            ("sealed", [1], "sealed is not a list of texts"),
            ("events", [1], "events is not a list of objects"),
        )
    ),
    Tampering("what is no entry", lambda given: given["entries"].append(7), "the entry after 8: is not an object"),
    # what is without a fault, and only somebody who noted the head can tell
    Tampering("the last entry omitted, head and all", anew(lambda given: given["entries"].pop()),
        "you noted the head at entry 8, and the journal ends before it", noted=True),
    Tampering("an entry omitted, all written anew", anew(lambda given: given["entries"].pop(6)),
        "you noted the head at entry 8, and the journal ends before it", noted=True),
    Tampering("an entry slipped in, all written anew",
        anew(lambda given: given["entries"].insert(1, copy.deepcopy(given["entries"][7]) | {"phase": 0})),
        NOTED, noted=True),
    Tampering("the last draw omitted, all written anew",
        anew(lambda given: entry(given, 2)["draws"].pop()), NOTED, noted=True),
    Tampering("a draw's sides, all written anew", anew(_draw(2, 0, sides=53)), NOTED, noted=True),
    Tampering("an instant, all written anew", anew(_set(2, "at", "2026-01-05T02:00:01Z")), NOTED, noted=True),
    Tampering("arguments, all written anew", anew(_set(8, "args", {})), NOTED, noted=True),
    Tampering("entries reordered, all written anew",
        anew(lambda given: given["entries"].insert(2, given["entries"].pop(3))), NOTED, noted=True),
)  # fmt: skip


def _row(given: Proof, seed: str) -> dict[str, Any]:
    return next(row for row in given["phases"] if row["commitment"] == commitment(seed))


def _announced(given: Proof, seq: int, **changed: Any) -> None:
    """Another announcement, over which the rest is laid without a fault."""
    entry(given, seq)["events"][0].update(changed)
    _lay_chain(given)


def _lay_chain(given: Proof) -> None:
    """Every link fits again; ids and draws stay."""
    before = hash_chain.digest(given["first"])
    for each in given["entries"]:
        each["before"] = before
        before = hash_chain.digest(each)
    given["head"]["digest"] = before


# Ways of tampering with the proof of a journal in which phases got new seeds.
TAMPERINGS_WITH_SEEDS = (
    Tampering("a later seed left out", lambda given: given["phases"].remove(_row(given, "44" * 32)),
        "phase 0: the commitment is not the one that the journal announced"),
    Tampering("all later seeds left out", lambda given: given.update(phases=given["phases"][:3]),
        "phase 0: the commitment is not the one that the journal announced"),
    Tampering("a later seed withheld", lambda given: _row(given, "44" * 32).update(seed=None),
        "phase 0 is over, and its seed is withheld"),
    Tampering("the first seed withheld", lambda given: _row(given, SEEDS[0]).update(seed=None),
        "phase 0 is over, and its seed is withheld"),
    Tampering("another later seed", lambda given: _row(given, "44" * 32).update(seed="99" * 32),
        "phase 0: the seed does not have the published SHA-256"),
    Tampering("seeds in another order", lambda given: given["phases"].append(given["phases"].pop(0)),
        "phase 0: the commitment is not the one that the journal announced"),
    Tampering("seeds in another order draw otherwise", lambda given: given["phases"].append(given["phases"].pop(0)),
        'entry 2, "die" 0: recorded'),
    Tampering("a seed too many", lambda given: given["phases"].append(
        {"phase": 0, "commitment": commitment("99" * 32), "seed": "99" * 32}),
        "phase 0: the commitment is not the one that the journal announced"),
    Tampering("a later seed twice", lambda given: given["phases"].append(given["phases"][3]), "phase 0 is there twice"),
    Tampering("a draw by an older seed", lambda given: entry(given, 4).update(draws=[
        draw | {"value": Source(SEEDS[0], entry(given, 4)["key"]).below(1000, "die", "")}
        for draw in entry(given, 4)["draws"]]), 'entry 4, "die" 0: recorded'),
    Tampering("a new seed of a phase that is over", lambda given: _announced(given, 9, phase=0),
        "entry 9: it gives a new seed to something that is not a running phase"),
    Tampering("a new seed of a phase that nobody committed to", lambda given: _announced(given, 9, phase=7),
        "entry 9: it gives a new seed to something that is not a running phase"),
    Tampering("a new seed of no phase", lambda given: _announced(given, 9, phase="1"),
        "entry 9: it gives a new seed to something that is not a running phase"),
    Tampering("true for a phase among the arguments", lambda given: (entry(given, 9)["args"]["seeds"][0].update(
        phase=True), _lay_chain(given)), "entry 9: it announces a new seed that is not among its arguments"),
    Tampering("true for the phase that begins", lambda given: _announced(given, 7, phase=True),
        "entry 7: the phase after 0 is 1"),
    Tampering("a seed announced again", lambda given: _announced(given, 5, commitment=commitment("44" * 32)),
        "phase 0: entry 5 announces a seed again that the phase had before"),
    Tampering("a new seed by somebody's act", lambda given: (entry(given, 5).update(action="throw", actor="eve"),
        _lay_chain(given)), "phase 0: the commitment is not the one that the journal announced"),
    Tampering("the older seed revealed", lambda given: _announced(given, 7, revealed=SEEDS[0]),
        "phase 0: the seed is not the one that entry 7 revealed"),
)  # fmt: skip


def _field_before(name: str, written: str) -> Callable[[str], str]:
    """Put a field before one of the last entry, which readers take for it."""
    return lambda text: f'"{name}":{written},"{name}":'.join(text.rsplit(f'"{name}":', 1))


def _argument(written: str) -> Callable[[str], str]:
    """Write an argument of the last entry in another form."""
    return lambda text: text.replace('"args":{"text":', f'"args":{{"n":{written},"text":')


NOT_EXACT = "is not a whole number that every language reads exactly"
TWICE = "an object has a field twice"
COMMA = "a comma is missing between entries, or comes after the last"
AFTER = "something comes after its end"
# Texts that programs read in more than one way or that are no JSON, with what script and page say of them. Where both
# leave the words to their own reader, there are none.
TEXT_TAMPERINGS: tuple[tuple[str, Callable[[str], str | bytes], str], ...] = (
    *((f"{form} for a whole number", lambda text, form=form: text.replace('"seq":2,', f'"seq":{form},'),
        f"{form} {NOT_EXACT}") for form in ("2.0", "2e0", "0.2E1", "20e-1")),
    *((f"an argument {form}", _argument(form), f"{form} {NOT_EXACT}")
        for form in ("0.1", "1e22", "1e400", "9007199254740992", "-9007199254740993", "10000000000000000")),
    *((f"an argument {form}", _argument(form), "") for form in ("NaN", "Infinity", "01", "+1", "1.", "٣", "0x1", "")),
    ("words twice", _field_before("words", '["Ada says 1."]'), TWICE),
    ("a phase twice in an entry", _field_before("phase", "1"), TWICE),
    ("the head twice", lambda text: text.replace('"head":', '"head":{},"head":'), TWICE),
    ("entries twice", lambda text: text.replace('"entries":[', '"entries":[{}],"entries":['), TWICE),
    ("a field twice, escaped", lambda text: text.replace('"seq":2,', r'"seq":2,"s\u0065q":2,'), TWICE),
    ("an entry after the end", lambda text: text + '{"seq":9}\n', AFTER),
    ("words after the end", lambda text: f"{text}and so on", AFTER),
    ("a second end", lambda text: f"{text}]}}\n", AFTER),
    ("a zero after the end", lambda text: f"{text}\0", AFTER),
    ("no comma", lambda text: text.replace(",\n", "\n", 1), COMMA),
    ("a comma after the last", lambda text: text.replace("\n]}", ",\n]}"), COMMA),
    ("two commas", lambda text: text.replace(",\n", ",,\n", 1), ""),
    ("a line of a comma", lambda text: text.replace(",\n", ",\n,\n", 1), ""),
    *((f"a line that begins with {sign!a}", lambda text, sign=sign: text.replace("\n", f"\n{sign}", 1), "")
        for sign in ("\ufeff", "\u00a0", "\u0085", "\x1c", "\u2028", "\0")),
    ("a byte order mark", lambda text: f"\ufeff{text}", ""),
    ("what is no UTF-8", lambda text: text.replace('"text":"', '"text":"\udcff').encode(errors="surrogateescape"), ""),
    *((f"lists {deep} deep", lambda text, deep=deep: _argument("[" * deep + "]" * deep)(text),
        "lists and objects are nested more than 200 deep") for deep in (199, 500, 2_000, 200_000)),
)  # fmt: skip
