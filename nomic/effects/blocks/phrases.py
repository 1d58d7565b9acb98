"""Phrases of nodes: a title for menus, and a sentence with gaps.

A gap is written `{word}`. Text in brackets appears only if one of its gaps is present. A node without a phrase gets one
made of its own words, so that new nodes need no phrase.
"""

import re
from functools import cache

from msgspec import Struct

from nomic.effects.language.nodes.base import Node, fields_of, head_of, is_required, word_of

PIECE = re.compile(r"\[([^\[\]]*+)\]|([^\[]+)")
GAP = re.compile(r"\{([a-z_]+)\}")


class Phrase(Struct, frozen=True):
    """The title and the sentence of a node."""

    title: str
    sentence: str

    def pieces(self) -> list[str]:
        """Split the sentence into pieces, each of which appears completely or not at all."""
        return [inner or plain for inner, plain in PIECE.findall(self.sentence)]


PHRASES = {
    # Operations
    "act_as": Phrase("act as another modifier too", "this card also acts as {act_as}"),
    "add": Phrase("make new cards", "put [{n} times] {add} into the {to} of {of}[, called {as} from here on]"),
    "after": Phrase("do something later", "after {after}, do {do}"),
    "again": Phrase("repeat what a card does", "do again what {again} does when it is played"),
    "amend": Phrase(
        "change the law", "in the law, change {amend}[ to {to}][ by {by}][, and put there {put}][; remove it: {remove}]"
    ),
    "announce": Phrase("announce something", "announce {announce}"),
    "appoint": Phrase("give somebody an office", "{appoint} from now on hold the office {office}"),
    "at": Phrase("do something at the next event", "at the next {at}[: {act}], do {do}"),
    "change": Phrase(
        "change cards",
        "change {change}:[ they gain {gain}][ they lose {lose}][ their values shift by {shift}]"
        "[ they are counted up by {tick}][ they become {become}][ they inherit from {inherit}]"
        "[ collections are rolled by {collections}]",
    ),
    "choose": Phrase(
        "let somebody choose",
        "[{by}:] choose [{n} of] {from}, called {choose} from here on[; in order to {for}]"
        "[; where there are too few: {short}]"
        "[; where nobody can choose: {else}][; who is late: {late}][; the question is {asks}][; within {hours} hours]",
    ),
    "destroy": Phrase("destroy cards", "destroy {destroy}[, including the originals: {originals}]"),
    "each": Phrase("do something for each", "for each of {in}, called {each}, do {do}"),
    "elect": Phrase(
        "count the votes of an election",
        "count the votes on {among} of {by}[, called {as}], whose ballots are {ballots}[ and are against {against}]"
        "[, each with the weight {weight}]: the vote is {counted}[, for {seats} seats], where they tie: {ties}; "
        "the winners are called {elect} from here on[; the rounds are kept in {record}]",
    ),
    "enter": Phrase("put in a list", "enter {enter} in {in}[ of {of}][ for {for}]"),
    "everybody": Phrase(
        "ask everybody at once",
        "ask each of {in}, called {everybody}, to choose [{n} of] {from}; what they choose is called {chooses}"
        "[; who is late: {late}][; the question is {asks}][; within {hours} hours][; answers are sealed: {sealed}]",
    ),
    "finish": Phrase("end the game for somebody", "{who}: {finish}"),
    "give_back": Phrase("give cards back", "{give_back} go back to {to}"),
    "grant": Phrase("give items", "{to} gain [{n} of] {grant}[, until {until}]"),
    "if": Phrase("only if …", "if {if}[, then {then}][, else {else}]"),
    "let": Phrase("keep under a name", "let {let} be {be}"),
    "meet": Phrase("pick a random outcome", "[{who}:] chance picks something of {meet}"),
    "move": Phrase("move cards", "{move} go to the {to} of {of}[, until {until}]"),
    "offer": Phrase(
        "offer things to do", "ask [{who}] {offer}: {options}[, where nothing is taken {else}][, within {hours} hours]"
    ),
    "play": Phrase("play more cards", "play {play} too[, without {without}]"),
    "raise": Phrase("raise or lower a value", "{raise} [of {of}][ for {for}] grows by {by}"),
    "repeal": Phrase("repeal rules", "repeal the rules {repeal}"),
    "reroll": Phrase("roll an act again", "the act {reroll} is done again with other dice"),
    "reset": Phrase("reset a value", "{reset} [of {of}][ for {for}] is again what it is at first"),
    "reveal": Phrase("reveal what is secret", "everybody sees {reveal}[ of {of}]"),
    "revoke": Phrase("take items away", "{from} lose [{n} of] {revoke}"),
    "set": Phrase("set a value", "{set} [of {of}][ for {for}] is {to} from now on[, until {until}]"),
    "strike": Phrase("remove from a list", "strike {strike} from {from}[ of {of}][ for {for}]"),
    "swap": Phrase("swap two cards", "swap {swap}"),
    "table": Phrase("look up in a table", "look {table} up in a table: {rows}"),
    "take": Phrase("draw cards", "{who} draw {take} cards[ from the deck of {from}][, of which {where}]"),
    "transfer": Phrase("hand items over", "{from} hand [{n} of] {transfer} to {to}"),
    "turn": Phrase("change whose turn it is", "turns: {turn}"),
    "lapse": Phrase("let proposals lapse", "{lapse} lapse"),
    "veto": Phrase("veto proposals", "{veto} are vetoed"),
    "win": Phrase("end the cycle with winners", "{win} win, and the cycle ends"),
    "vacate": Phrase("take an office away", "nobody holds the office {vacate} any more"),
    "wait": Phrase(
        "wait for something at the table",
        "wait for {wait}[ by {who}][ with a card of which {where}], then do {do}[, in its place: {instead}]",
    ),
    # Conditions
    "acted": Phrase("somebody has acted", "{acted} have acted[: by {act}][ in {in}]"),
    "active": Phrase("somebody is active", "{active} are active"),
    "all": Phrase("all of these hold", "all of these hold: {all}"),
    "any": Phrase("one of these holds", "one of these holds: {any}"),
    "changes": Phrase("a proposal changes the law", "{changes} changes the law[ in the rule {rule}][ at {at}]"),
    "declared": Phrase("somebody has declared another player reputable", "{declared} have declared {whom} reputable"),
    "has": Phrase(
        "a card is of a kind",
        "one of {has} is[ of the species {species}][ of the suit {suit}][ of the colour {colour}][ of the type {type}]"
        "[ with the modifier {modifier}][ flagged {flag}][ of the value {value}]"
    ),
    "held": Phrase("an office is held", "somebody holds the office {held}"),
    "holds": Phrase("somebody holds an office", "{holds} hold the office {office}"),
    "in_match": Phrase(
        "somebody is in a match",
        "{in_match} are in a match[ of the kind {kind}][ against {against}][, which is {stage}]",
    ),
    "is": Phrase("compare two things", "{is}"),
    "member": Phrase("is one of a set", "{member} are among {of}"),
    "not": Phrase("the opposite", "it is not so that {not}"),
    "opposes": Phrase("colours are opposites", "the colours of {opposes} oppose each other"),
    "playable": Phrase("a card can be played", "{playable} can be played upon {upon}"),
    "reputable": Phrase("somebody is reputable", "{reputable} are reputable"),
    "shares": Phrase(
        "two cards have something in common", "{of} share a {shares}[, values within {within}][, all of it: {whole}]"
    ),
    "some": Phrase("there is at least one", "there is one at least of {some}"),
    "voted": Phrase("somebody has voted", "{voted} have voted on {about}[: {how}]"),
    # Sets
    "alike": Phrase("cards that are alike", "those of {alike} of which {n} are alike"),
    "answer": Phrase("what somebody chose", "what {of} chose of {answer}"),
    "answered": Phrase("who answered", "who answered {answered}"),
    "cards": Phrase("cards in a place", "the cards in the {cards}[ of {of}][, called {as},][ for which {where}]"),
    "extreme": Phrase(
        "those with the most",
        "those of {extreme}[, called {as},] with the most of {by}[ (the least: {least})][, where they tie: {ties}]",
    ),
    "first": Phrase(
        "the first few",
        "the first {first} of {of}[, called {as},] by {by}[ (the least first: {least})][, where they tie: {ties}]",
    ),
    "keeping": Phrase("what a rule keeps", "what is kept in {keeping}[ for {of}]"),
    "listed_in": Phrase(
        "for whom or what something is kept", "all that are listed in {listed_in}[ of {of}][ ({are})]"
    ),
    "mixed": Phrase("shuffled", "{mixed}, mixed by chance"),
    "items_in": Phrase("the items in a place", "the items in {items_in}"),
    "names_in": Phrase("names that a rule keeps", "the names in {names_in}[ of {of}][ for {for}]"),
    "owners": Phrase("whose cards", "the owners of {owners}"),
    "players": Phrase("players", "the {players} players[ except {except}][, called {as},][ for whom {where}]"),
    "players_in": Phrase("players that a rule keeps", "the players in {players_in}[ of {of}][ for {for}]"),
    "proposals": Phrase(
        "proposals", "the {proposals} proposals[ of the class {class}][ by {by}][, called {as},][ for which {where}]"
    ),
    "proposals_in": Phrase("proposals that a rule keeps", "the proposals in {proposals_in}[ of {of}][ for {for}]"),
    "rules_added": Phrase("rules added lately", "the rules added in the last {rules_added}"),
    "sample": Phrase("some at random", "{sample} of {from} by chance[, each time of all: {repeats}]"),
    "those": Phrase("those for whom something is true", "those of {those}[, called {as},] for which {where}"),
    "together": Phrase("several sets together", "{together} together"),
    "values": Phrase("a list or a range", "{values}"),
    "who_chose": Phrase("who chose something", "who chose {is} of {who_chose}"),
    # Numbers
    "absolute": Phrase("the absolute value of", "the absolute value of {absolute}"),
    "amount": Phrase("how many of an item are in a place", "how many of {amount} are in {in}"),
    "count": Phrase("how many there are", "how many there are of {count}"),
    "dice": Phrase("a calculated number of dice", "{dice} dice of {sides} sides[, how many reach {target}]"),
    "greatest": Phrase("the greatest of", "the greatest of {greatest}"),
    "law": Phrase("a number in the law", "the number in the law at {law}"),
    "minus": Phrase("minus", "the first less the others: {minus}"),
    "phase": Phrase("the phase's number", "the phase's {phase}"),
    "quotient": Phrase("divided, rounded down", "the first divided by the second, rounded down: {quotient}"),
    "remainder": Phrase("the remainder", "what the first leaves, divided by the second: {remainder}"),
    "roll": Phrase("dice", "{roll}"),
    "seniority": Phrase("how long somebody has played", "for how many {in} {seniority} have played"),
    "since": Phrase("how long ago something was", "how many[ {in}] ago {of} {since}"),
    "smallest": Phrase("the smallest of", "the smallest of {smallest}"),
    "stock": Phrase("how many of an item", "how many of {stock} {of} have"),
    "sum": Phrase("added up", "added up: {sum}"),
    "sum_of": Phrase("a number for each, added up", "for each of {sum_of}[, called {as}], {by}, added up"),
    "tally": Phrase("how many cards were drawn", "how many cards were {tally} by {of} during the {during}"),
    "times": Phrase("multiplied", "multiplied: {times}"),
    "value_of": Phrase("a value that a rule keeps", "{value_of}[ of {of}][ for {for}]"),
    "worth": Phrase("depending on a condition", "{worth} if {if}, else {else}"),
    # New cards
    "card": Phrase("a card", "a card {card}[ with {with}][ of the types {types}][ out of {collections}]"),
}  # fmt: skip


@cache
def phrase_of(node: type[Node]) -> Phrase:
    """Return the title and sentence of a node."""
    head = head_of(node)
    return PHRASES.get(head) or _by_its_words(node)


def _by_its_words(node: type[Node]) -> Phrase:
    head, *others = fields_of(node)
    said = [f"{word_of(head)} {{{word_of(head)}}}"]
    for field in others:
        gap = f" {word_of(field)} {{{word_of(field)}}}"
        said.append(gap if is_required(node, field) else f"[{gap}]")
    return Phrase(word_of(head).replace("_", " "), "".join(said))
