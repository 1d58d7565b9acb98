"""Labels of the values of the hall's law: cards, packs, the Croupier, gifts, the game, battles and duels."""

from collections.abc import Mapping, Sequence

from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Scope
from nomic.effects.language.parser import read_condition
from nomic.effects.prose.context import IT, NameMeaning
from nomic.effects.prose.describe import condition_in_words
from nomic.effects.prose.english_grammar import listed, with_article
from nomic.inventory.effect_label_factories import (
    amount_said,
    amount_sentence,
    condition_said,
    condition_sentence,
    effect_said,
    effect_sentence,
)
from nomic.inventory.law_section import items_of, wording_of
from nomic.law.document.sections import Law
from nomic.law.schema.json_reader import Json
from nomic.law.schema.section_label import Label, Path


def _hooks(of: str, scope: Scope) -> tuple[Label, ...]:
    """Return the labels of the values in the hooks of a species or a modifier."""
    played, held = effect_said(scope), effect_said(scopes.HELD)
    hooks = (
        ("/allows/**", f"what else {of} can be played on", "play legal", PLAYED_IF),
        ("/demands/instead/**", f"the only cards that can be played on {of}", "play legal", DEMANDED_IF),
        ("/demands/also/**", f"what else it takes to play on {of}", "play legal", DEMANDED_IF),
        ("/demands", f"what can be played on {of}", "play legal", None),
        ("/cost/**", f"what playing {of} costs", "price pay", played),
        ("/when_played/**", f"what playing {of} does", "effect play", played),
        ("/at_end/**", f"what playing {of} does last of all", "effect play end", played),
        ("/when_gained/**", f"what gaining {of} does", "effect gain", held),
        ("/after_battle/**", f"what {of} does after each battle that it was in", "effect battle", held),
        ("", f"what {of} does", "effect", None),
    )
    return tuple(Label(f"*/hooks{at}", words, also=also, said=said, explained=True) for at, words, also, said in hooks)


def _values(law: Law, path: Path, values: Sequence[int] | Mapping[str, int]) -> str:
    """Return the values of a species, which may be endless, as text."""
    if isinstance(values, Mapping):
        return f"{values['from']}, {values['from'] + 1}, {values['from'] + 2}, …"
    return ", ".join(map(str, values)) or "nothing"


def _bets(law: Law, path: Path, items: Sequence[str]) -> str:
    """Return a sentence about the items that can be bet."""
    known = items_of(law)
    return f"You may bet {listed([known[item].plural for item in items])}."


def _bet_cards(law: Law, path: Path, raw: Json) -> str:
    """Return a sentence about the cards that can be bet."""
    condition = condition_in_words(read_condition(raw, CARD_BET), wording_of(law), {"it": NameMeaning("card", noun=IT)})
    return f"You may bet a card if {condition}."


CARD_BET: Scope = {"it": "cards"}
PLAYED_IF, DEMANDED_IF = condition_said(scopes.PLAYED), condition_said(scopes.DEMANDED)
IN_THE_HALL = effect_said(scopes.HALL)

TRAITS = (
    Label(
        "suits",
        "the suits",
        also="suit cards",
        sentence="The only suit is {value}.|The suits are {value}.",
    ),
    Label(
        "colours",
        "the colours",
        also="colour color cards",
        sentence="The only colour is {value}.|The colours are {value}.",
    ),
    Label("opposites", "the opposite colours", also="opposite colour color"),
    Label(
        "opposites/*",
        "pair {0} of opposite colours",
        also="oppose colour color",
        sentence="{value} are opposite colours.",
    ),
    Label("see_through", "the colours through which the card beneath shows", also="transparent colour color"),
    Label("types", "the card types"),
    Label("types/*", "the card type {0}"),
    Label(
        "types/*/text",
        "the description of the card type {0}",
        also="text description words",
        sentence="Cards of the type {0}: {value}",
    ),
)
CARDS = (
    Label("*", "the card {0}", also="species"),
    Label("*/values/from", "the lowest value of the card {0}", also="number value least"),
    Label("*/values", "the values of the card {0}", also="number value", said=_values),
    Label("*/suits", "the suits of the card {0}", also="suit"),
    Label("*/colours", "the colours of the card {0}", also="colour color"),
    Label("*/types", "the types of the card {0}", also="type special rare face"),
    Label(
        "*/text", "the description of the card {0}", also="text description words", sentence="The card ‘{0}’: {value}"
    ),
    *_hooks("the card {0}", scopes.PLAYED),
)
MODIFIERS = (
    Label("*", "the modifier {0}"),
    Label(
        "*/text",
        "the description of the modifier {0}",
        also="text description words",
        sentence="The modifier {0}: {value}",
    ),
    Label("*/turns_into", "what the modifier {0} gives its card for good", also="turns into suit colour color"),
    Label(
        "*/turns_into/suits",
        "the suits that the modifier {0} gives its card",
        also="suit turns into",
        sentence="The modifier {0} gives its card the suit {value}.|The modifier {0} gives its card the suits {value}.",
    ),
    Label(
        "*/turns_into/colours",
        "the colours that the modifier {0} gives its card",
        also="colour color turns into",
        sentence="The modifier {0} gives its card the colour {value}."
        "|The modifier {0} gives its card the colours {value}.",
    ),
    Label(
        "*/remembers_giver",
        "whether the modifier {0} remembers who put it on the card",
        also="giver owner",
        sentence={"yes": "The modifier {0} remembers who put it on the card."},
    ),
    Label(
        "*/indestructible",
        "whether the modifier {0} keeps its card from being destroyed",
        also="indestructible",
        sentence={"yes": "A card with the modifier {0} cannot be destroyed."},
    ),
    Label(
        "*/off_turn",
        "whether the modifier {0} lets its card be played out of turn",
        also="off turn time interrupt",
        sentence={"yes": "A card with the modifier {0} can be played out of turn."},
    ),
    Label(
        "*/not_in_first_hand",
        "whether the modifier {0} keeps its card out of the first hand",
        also="begin start",
        sentence={"yes": "A card with the modifier {0} cannot be in the hand with which a game begins."},
    ),
    Label(
        "*/counts",
        "whether the modifier {0} keeps count",
        also="counter battles",
        sentence={"yes": "The modifier {0} keeps a count on each card that has it."},
    ),
    *_hooks("a card with the modifier {0}", scopes.PLAYED_MODIFIER),
)
COLLECTIONS = (
    Label("*", "the modifier collection {0}"),
    Label(
        "*/elements",
        "the modifiers in the collection {0}",
        also="elements members likely",
        sentence="The only modifier in the collection {0} is {value}.|The modifiers in the collection {0} are {value}.",
    ),
    Label(
        "*/chance",
        "the chance of a modifier from the collection {0}",
        "per cent",
        "chance probability luck percent odds",
    ),
)
RANDOM_CARDS = (
    Label("excluded_types", "the card types that are never drawn at random", also="excluded chance null"),
    Label(
        "collections",
        "the modifier collections for random cards",
        also="chance modifier",
        sentence="A random card can get a modifier of the collection {value}."
        "|A random card can get a modifier of each of the collections {value}.",
    ),
    Label("missing_colour", "where a random card without a colour gets one", also="color missing collection"),
    Label("missing_suit", "where a random card without a suit gets one", also="missing collection"),
)
PACKS = (
    Label("*", "the pack {0}"),
    Label(
        "*/contents/**",
        "what is in one {0}",
        also="contents pack cards open opening how many random",
        said=IN_THE_HALL,
        sentence=effect_sentence(scopes.HALL, lambda path: f"when you open {with_article(str(path[1]))}"),
    ),
)
GAME = (
    Label(
        "upon/**",
        "when a card can be played on another",
        also="legal play shares value suit opposes",
        said=condition_said(scopes.PLAYED),
        sentence=condition_sentence(scopes.PLAYED, "you can play a card upon another"),
    ),
    Label(
        "opening/**",
        "which cards can be played on an empty pile",
        also="opening first open begin play",
        said=condition_said(scopes.OPENING),
        sentence=condition_sentence(scopes.OPENING, "you can play a card on an empty pile"),
    ),
    Label(
        "must_play",
        "when a player must play a card if possible",
        also="must pass draw",
        sentence={
            "opening": "On the first turn of a game, you have to play a card if you can.",
            "always": "On your turn, you have to play a card if you can.",
        },
    ),
    Label("hand", "the size of a hand"),
    Label("turn", "the time of a turn"),
    Label("betting", "how cards and items are bet"),
    Label("standstill", "when a game is going in circles, and what happens then"),
    Label(
        "hand/at_least",
        "the fewest cards in a hand when a game begins",
        "card|cards",
        "minimum smallest fewest size limit start exoptosis battle duel",
    ),
    Label(
        "hand/at_most",
        "the most cards in a hand when a game begins",
        "card|cards",
        "maximum largest greatest size limit start exoptosis battle duel",
    ),
    Label(
        "turn/minutes", "how long a turn of a battle or duel lasts", "minutes", "time limit hours day silence act take"
    ),
    Label(
        "turn/silence",
        "what happens to a player whose turn times out",
        also="silence forfeit skip time out",
        sentence={
            "forfeit": "If you let your turn time out, you forfeit the game.",
            "skip": "If you let your turn time out, you are skipped.",
        },
    ),
    Label("betting/items", "the items that can be bet", also="bet bets betting pool stake chips", sentence=_bets),
    Label(
        "betting/cards/**",
        "the cards that can be bet",
        also="bet bets betting pool stake",
        said=condition_said({"it": "cards"}),
        sentence=_bet_cards,
    ),
    Label(
        "betting/close_after_minutes",
        "how long after the last raise betting closes",
        "minutes",
        "bet bets time limit hours end",
    ),
    Label(
        "betting/match_within_minutes",
        "how long there is to match a bet",
        "minutes",
        "bets betting raise time limit hours",
    ),
    Label(
        "betting/unmatched_raise",
        "what happens to a raise that nobody matches",
        also="bet bets betting refund",
        sentence={
            "refunded": "A raise that nobody matches goes back to its owner.",
            "binding": "A raise that nobody matches stays in the bet.",
        },
    ),
    Label(
        "duplicates",
        "whether cards enter a game as duplicates",
        also="copies locked deck",
        sentence={
            "yes": "A game is played with copies of your cards.",
            "no": "A game is played with your own cards, not with copies, and each can be in only one game at a time.",
        },
    ),
    Label(
        "played",
        "whether a played card stays on the pile",
        also="pile come back return move swap record",
        sentence={
            "stays": "A card that has been played stays on the pile.",
            "may-leave": "A card that has been played can leave the pile.",
        },
    ),
    Label(
        "standstill/same_position",
        "how often a position comes up before a game is going in circles",
        "time|times",
        "standstill repeat loop endless end",
    ),
    Label(
        "standstill/idle_rounds",
        "how many rounds without a play before a game is going in circles",
        "round|rounds",
        "standstill idle loop endless end",
    ),
    Label(
        "standstill/then",
        "what happens when a game is going in circles",
        also="standstill loop endless end win terminated",
        sentence={
            "may-end": "Any participant may end a game that is going in circles.",
            "terminated": "A game that is going in circles ends without a winner.",
            "fewest-cards-win": "The participant with the fewest cards in hand wins a game that is going in circles.",
        },
    ),
)


def _occasion(one: str, many: str) -> tuple[Label, ...]:
    """Return the labels that battles and duels share."""
    return (
        Label(
            "hands_within_minutes",
            f"how long there is to choose a hand for a {one}",
            "minutes",
            f"hands time limit hours day {many}",
            sentence=f"You have {{value}} to choose a hand for a {one}.",
        ),
        Label(
            "at_least",
            f"the fewest participants that a {one} needs",
            "participant|participants",
            f"players number least minimum many {many}",
            sentence=f"A {one} takes place with at least {{value}}.",
        ),
        Label(
            "at_commencement/**",
            f"what each participant in a {one} gains when it begins",
            also=f"commencement start full hand {many}",
            said=effect_said(scopes.EVERYBODY),
            sentence=effect_sentence(scopes.EVERYBODY, f"when a {one} that you take part in begins"),
        ),
        Label(
            "rewards/**",
            f"what is won in a {one}",
            also=f"reward rewards prize win winner gain {many}",
            said=effect_said(scopes.REWARDS),
            sentence=effect_sentence(scopes.REWARDS, f"when a {one} is won"),
        ),
    )


BATTLES = (
    Label("declare_in", "the phases in which players declare for a battle", also="battles join when declaration"),
    Label(
        "cards_at_least",
        "how many cards a player needs to declare for a battle",
        "card|cards",
        "battles join hand limit",
        amount_said(scopes.WHO_ACTS, "card|cards"),
    ),
    *_occasion("battle", "battles"),
)
DUELS = (
    Label(
        "request_lapses_minutes",
        "how long a request for a duel stays open",
        "minutes",
        "lapse ask accept time limit days",
    ),
    Label(
        "hands_only_in",
        "the phases in which the time to choose a hand for a duel can run out",
        also="hands when battle rest",
        sentence="The time to choose a hand for a duel runs out only in {value} phases.",
    ),
    Label(
        "per_phase",
        "how many duels a player may take part in per phase",
        "duel|duels",
        "limit most number",
        amount_said(scopes.WHO_ACTS, "duel|duels"),
        sentence=amount_sentence(
            scopes.WHO_ACTS,
            "duel|duels",
            "You may take part in up to {value} per phase.",
            "The number of duels that you may take part in per phase is {value}.",
        ),
    ),
    *_occasion("duel", "duels"),
)
