"""The names of the values and actions that an office's clause expands to."""

from dataclasses import dataclass

from nomic.clauses.offices.schema import OfficeClause
from nomic.clauses.vocabulary.player_facts import event_of_office, offices
from nomic.effects.prose.english_grammar import with_article

Json = dict[str, object]


@dataclass(frozen=True)
class Names:
    """The names of an office's values, and expressions that refer to them."""

    clause: OfficeClause

    @property
    def office(self) -> str:
        return self.clause.office

    @property
    def is_of_host(self) -> bool:
        """True if the office is one of the host's own, such as the Judge's."""
        return self.office in offices()

    @property
    def event(self) -> str:
        """The kind of event that the holder of the host's office has changed."""
        return event_of_office(self.office)

    @property
    def running(self) -> str:
        """The name of the flag that is set while an election is running."""
        return f"Election of {self.office}"

    @property
    def candidates(self) -> str:
        return f"Candidates for {self.office}"

    @property
    def ballots(self) -> str:
        return f"Votes for {self.office}"

    @property
    def against(self) -> str:
        return f"Votes against {self.office}"

    @property
    def unclear(self) -> str:
        return f"Unclear about {self.office}"

    @property
    def since(self) -> str:
        """The name of the value for the phase in which the holders were appointed."""
        return f"First phase of {self.office}"

    @property
    def record(self) -> str:
        """The name of the value that stores the rounds of the last count."""
        return f"Count for {self.office}"

    @property
    def removal(self) -> str:
        """The name of the value for the players who agree to remove the holder."""
        return f"Removal of {self.office}"

    @property
    def the_holder(self) -> str:
        """The holder of a single seat as "the Judge", and of one of several seats as "a Warden"."""
        title = self.office.removeprefix("The ")
        return f"the {title}" if self.clause.seats == 1 else with_article(title)

    @property
    def titles(self) -> dict[str, tuple[str, str]]:
        """What one member and several members of the office's lists are, by the name of the list."""
        title = self.office.removeprefix("The ")
        found = {self.candidates: (f"a candidate for {title}", f"candidates for {title}")}
        if self.is_of_host:
            asking = f"who ask for the removal of {self.the_holder}"
            found[self.removal] = f"one of those {asking}", f"players {asking}"
        if self.clause.seats > 1:
            found[self.office] = self.the_holder, f"players with the office of {title}"
        return found

    @property
    def the_holders(self) -> Json:
        return {"players_in": self.office}

    @property
    def the_candidates(self) -> Json:
        return {"players_in": self.candidates}

    @property
    def is_filled(self) -> Json:
        return {"held": self.office} if self.is_of_host else {"some": self.the_holders}

    @property
    def is_mine(self) -> Json:
        if self.is_of_host:
            return {"holds": "$me", "office": self.office}
        return {"member": "$me", "of": self.the_holders}
