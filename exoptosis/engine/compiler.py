"""Compiles a law document to the rules of the game.

Sections are parsed, and effects and conditions are prepared to run.
"""

from msgspec.structs import replace

from exoptosis.engine.cards.card import Base
from exoptosis.engine.parsed_law import (
    BettingRules,
    Hooks,
    ModifierRules,
    OccasionRules,
    Rules,
    SpeciesRules,
    StandstillRules,
)
from exoptosis.law.battles import Battles, Duels, GameLaw, MatchSettings
from exoptosis.law.cards import (
    FLAGS,
    CardTraits,
    EndlessValues,
    Gains,
    ModifierKind,
    Species,
    collections_of,
    modifiers_of,
    species_of,
)
from exoptosis.law.hooks import Demands, SpeciesHooks
from nomic.effects.checking.effects_in_sections import ConditionJson
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition, Effect, Scope
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.world import Members
from nomic.inventory.law_section import items_of
from nomic.law.document.sections import Document, Law


def compile_rules(document: Document, number: int) -> Rules:
    """Return the rules of Exoptosis in a law document, which is revision `number` of its law.

    Raises KeyError if the law does not have the game.
    """
    law = Law(document, number=number)
    game = law.section("exoptosis", GameLaw)
    traits = law.section("card_traits", CardTraits)
    return Rules(
        number=number,
        species={name: _species(species) for name, species in species_of(law).items()},
        modifiers={name: _modifier(modifier) for name, modifier in modifiers_of(law).items()},
        collections={name: tuple(collection.elements) for name, collection in collections_of(law).items()},
        opposites=frozenset((one, other) for pair in traits.opposites for one, other in (pair, pair[::-1])),
        see_through=frozenset(traits.see_through),
        may_follow=read_condition(game.upon, scopes.PLAYED),
        may_open=read_condition(game.opening, scopes.OPENING),
        must_play=game.must_play,
        hand_at_least=game.hand.at_least,
        hand_at_most=game.hand.at_most,
        turn_minutes=game.turn.minutes,
        silence=game.turn.silence,
        betting=_betting(game),
        duplicates=game.duplicates,
        played_may_leave=game.played == "may-leave",
        standstill=StandstillRules(**game.standstill.model_dump()),
        occasions=_occasions(law),
        items={name: item.plural for name, item in items_of(law).items()},
    )


def _species(species: Species) -> SpeciesRules:
    values = species.values
    base = Base(
        values=() if isinstance(values, EndlessValues) else tuple(sorted(set(values))),
        values_from=values.from_ if isinstance(values, EndlessValues) else None,
        suits=tuple(dict.fromkeys(species.suits)),
        colours=tuple(dict.fromkeys(species.colours)),
        types=tuple(dict.fromkeys(species.types)),
    )
    return SpeciesRules(base, _hooks(species.hooks, scopes.PLAYED), species.text)


def _modifier(modifier: ModifierKind) -> ModifierRules:
    return ModifierRules(
        hooks=_hooks(modifier.hooks, scopes.PLAYED_MODIFIER),
        flags=frozenset(flag for flag in FLAGS if getattr(modifier, flag)),
        remembers_giver=modifier.remembers_giver,
        counts=modifier.counts,
        gains=_gains(modifier.turns_into),
        text=modifier.text,
    )


def _gains(gains: Gains | None) -> dict[str, Members] | None:
    if gains is None:
        return None
    return {"values": tuple(gains.values), "suits": tuple(gains.suits), "colours": tuple(gains.colours)}


def _hooks(hooks: SpeciesHooks, played: Scope) -> Hooks:
    demands = hooks.demands or Demands()
    return Hooks(
        allows=_condition(hooks.allows, scopes.PLAYED),
        demands_instead=_condition(demands.instead, scopes.DEMANDED),
        demands_also=_condition(demands.also, scopes.DEMANDED),
        cost=read_effect(hooks.cost, played),
        when_played=read_effect(hooks.when_played, played),
        at_end=read_effect(hooks.at_end, played),
        when_gained=_held(hooks, "when_gained"),
        after_battle=_held(hooks, "after_battle"),
    )


def _condition(raw: ConditionJson | None, scope: Scope) -> Condition | None:
    return None if raw is None else read_condition(raw, scope)


def _held(hooks: SpeciesHooks, name: str) -> Effect:
    """Return the effect of a hook that only modifiers have; empty for a species."""
    return read_effect(getattr(hooks, name, []), scopes.HELD)


def _betting(game: GameLaw) -> BettingRules:
    betting = game.betting
    return BettingRules(
        items=tuple(dict.fromkeys(betting.items)),
        cards=_condition(betting.cards, {"it": "cards"}),
        close_after=betting.close_after_minutes,
        match_within=betting.match_within_minutes,
        raises_bind=betting.unmatched_raise == "binding",
    )


def _occasions(law: Law) -> dict[str, OccasionRules]:
    occasions = {}
    if battles := law.section_or_none("battles", Battles):
        occasions["battle"] = _occasion(battles)
    if duels := law.section_or_none("duels", Duels):
        only_in, lapses = duels.hands_only_in, duels.request_lapses_minutes
        occasions["duel"] = replace(_occasion(duels), hands_only_in=only_in, request_lapses=lapses)
    return occasions


def _occasion(occasion: MatchSettings) -> OccasionRules:
    return OccasionRules(
        at_least=occasion.at_least,
        hands_within=occasion.hands_within_minutes,
        at_commencement=read_effect(occasion.at_commencement, scopes.EVERYBODY),
        rewards=read_effect(occasion.rewards, scopes.REWARDS),
    )
