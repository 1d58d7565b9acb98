"""Template tags for the drawings of cards."""

from django import template

from nomic.web.cards.art import art, suit_shape
from nomic.web.cards.game_picture import game_picture

register = template.Library()

register.simple_tag(art, name="card_art")
register.simple_tag(game_picture)
register.simple_tag(suit_shape)
