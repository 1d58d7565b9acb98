"""Limits of the host, in one place. They apply under every law.

docs/configuration.md has them as a table. Bytes are those of stored JSON, in which everything beyond ASCII is escaped.
"""

# The law and changes of it.
LAW_BYTES = 500_000  # about eight times the largest that a game brings
LAW_DEEP = 40  # nested objects and lists
MAX_NUMBER = 1 << 53  # 2⁵³ - 1: the largest integer that all JSON parsers keep exactly
AMENDMENT_OPERATIONS = 500  # of one proposal, without its guards
AMENDMENT_BYTES = 200_000  # of one proposal, without its guards
AMENDMENT_DEEP = 20  # nested objects and lists in the amendments of one proposal
GUARD_BYTES = 500_000  # of the tests that guard the amendments
ENTRY_TEXT = 20_000  # characters of one entry of the law, written as YAML
REVISIONS_BY_RULE = 24  # revisions that one rule makes within 24 hours
REVISIONS_BY_RULES = 100  # revisions that all rules of a cycle make within 24 hours
REVISIONS_APART = 32  # every revision divisible by it is stored whole, the others as amendments

# User input.
TEXT = 50_000  # characters of a block of wikitext: a rule, a proposal, a description
TITLE = 120  # characters
DRAFTS = 40  # of one person in one cycle, not submitted yet
DRAFT = 400_000  # characters of one draft, with all fields of its form
SUGGESTIONS = 3  # of one person on one proposal that wait for its author
SUGGESTIONS_ON_ONE = 30  # on one proposal that wait for its author
SUGGESTIONS_A_DAY = 12  # of one person, on all proposals together
COAUTHORS = 8  # of one proposal
COMMENT = 5_000  # characters of a comment on a proposal
COMMENTS = 500  # on one proposal, or at one table
COMMENTS_AN_HOUR = 30  # of one person, on all proposals together
COMMENT_EDITS = 30  # of one comment
MESSAGE = 1_000  # characters of a message at a table or in a hall
MESSAGES_AN_HOUR = 120  # of one person, at all tables and in all halls together
MENTIONS = 5  # names after “@” of one comment that are looked up
MUTES = 200  # people whom one person has muted
REPORTS_AN_HOUR = 10  # of comments, by one person
NAME = 60  # characters of anything that the law names
ARGUMENTS_DEEP = 40  # nested objects and lists in the arguments of an act
MOVE_BYTES = 8_000  # of a move or a standing order

# Amounts read at once.
PAGE_ITEMS = 200  # of a list of the API; its pages have `next`
PAGE_BYTES = 2_000_000  # of a page of the journal and of the live feed; at least one entry, whatever its size

# Work.
EFFECT_STEPS = 50_000  # of one effect at most, computed before it becomes law; a die is a step
RUN_STEPS = 100_000  # of one effect at run time
ACT_STEPS = 150_000  # of all rules triggered by one act, including what follows at once
ENTRY_DRAWS = 1_000  # draws of chance of one entry of the journal
CLOCK_DRAWS = 20_000  # of one entry by the clock, which combines the draws of all players
TRIAL_STEPS = 200_000  # of all trials of one proposal
TRIAL_SECONDS = 2.0  # CPU seconds, for all trials of one proposal
EXAMPLE_STEPS = 50_000  # of the worked example of one clause
EXAMPLE_SECONDS = 0.5  # CPU seconds, for the worked example of one clause
WIKITEXT_SIGNS = 12_000  # of markup that are parsed in one text, including line breaks; the rest is shown as written
COMPARED_STEPS = 500_000  # of comparing two laws, or two texts of a wiki page, by words and lines
