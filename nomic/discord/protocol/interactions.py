"""The part of Discord's interactions that this site reads."""

from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

MAX_ID_LENGTH = 20
THREADS = (10, 11, 12)  # types of channels: of announcements, public, private
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]  # PostgreSQL takes no NUL


class Kind(IntEnum):
    """Discord's interaction types.

    COMPONENT is a button or menu, TYPING an autocomplete request, FORM a submitted modal.
    """

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    TYPING = 4
    FORM = 5


class Option(Struct, frozen=True):
    """An option of a command. `focused` marks the one that the person is typing in."""

    name: str
    value: Text | int | float | bool | None = None
    focused: bool = False

    @property
    def text(self) -> str:
        return self.value if isinstance(self.value, str) else ""


class Entered(Struct, frozen=True):
    """The value of a component of a form: a text, or the chosen values."""

    custom_id: str = ""
    value: str | None = None
    values: list[str] | None = None


class Part(Struct, frozen=True):
    """A part of a form: a label with a component, or, in older clients, a row with one."""

    component: Entered | None = None
    components: list[Entered] = []


class Data(Struct, frozen=True):
    """The content of a command, a button, a menu or a form."""

    name: str = ""
    options: list[Option] = []
    custom_id: Text = ""
    values: list[str] = []
    components: list[Part] = []


class User(Struct, frozen=True):
    """A Discord user."""

    id: str


class Member(Struct, frozen=True):
    """A user in a server."""

    user: User


class Place(Struct, frozen=True):
    """The Discord channel of an interaction. `parent_id` is the channel of a thread, or the category of a channel."""

    type: int = 0
    parent_id: Text | None = None


class Interaction(Struct, frozen=True):
    """An interaction. In a server it has a member, otherwise a user. Its token allows a later answer."""

    type: Kind
    id: str = ""
    token: Text = ""
    channel_id: Text = ""
    channel: Place | None = None
    data: Data = Data()
    user: User | None = None
    member: Member | None = None

    @property
    def user_id(self) -> str:
        found = self.member.user if self.member is not None else self.user
        return "" if found is None else found.id

    @property
    def channels(self) -> list[str]:
        """The ids of the channel and, if it is a thread, of the channel that the thread belongs to."""
        parent = self.channel.parent_id if self.channel is not None and self.channel.type in THREADS else None
        return [each for each in (self.channel_id, parent) if each]


def read_interaction(body: bytes) -> Interaction:
    """Parse an interaction. Raises ValueError if the body is not one."""
    try:
        interaction = msgspec.json.decode(body, type=Interaction)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError("this is not an interaction") from error
    if interaction.type != Kind.PING and not (_is_id(interaction.id) and _is_id(interaction.user_id)):
        raise ValueError("an interaction has an id, and a user")
    return interaction


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MAX_ID_LENGTH
