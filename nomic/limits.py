"""What the host bears whatever a law says: every limit that is no law, in one place.

docs/configuration.md has them as a table.

Bytes are those of JSON as it is stored, everything beyond ASCII escaped.
"""

# The law and what would change it.
LAW_BYTES = 500_000  # about eight times the largest that a game brings
LAW_DEEP = 40  # objects and lists within each other
MAX_NUMBER = 1 << 53  # what every JSON reader keeps exactly
AMENDMENT_OPERATIONS = 500  # of one proposal, its guards not counted
AMENDMENT_BYTES = 200_000  # of these
AMENDMENT_DEEP = 20  # objects and lists within each other in what one proposal writes
GUARD_BYTES = 500_000  # of the tests that guard them
ENTRY_TEXT = 20_000  # characters of one entry of the law, written as YAML
REVISIONS_APART = 32  # one revision in so many is stored whole, those between as differences

# What people write.
TEXT = 50_000  # characters of a block of wikitext: a rule, a proposal, a description
TITLE = 120  # characters
DRAFTS = 12  # proposals that somebody is writing in one cycle and has not submitted
DRAFT = 400_000  # characters of one of these, with all that stands in its form
COMMENT = 5_000  # characters of a comment on a proposal
COMMENTS = 500  # on one proposal
COMMENTS_AN_HOUR = 30  # of one person, on all proposals together
COMMENT_EDITS = 30  # of one comment
NAME = 60  # characters of anything that the law names
ARGUMENTS_DEEP = 40  # objects and lists within each other in the arguments of an act
MOVE_BYTES = 8_000  # of a move or a standing order

# What is read at once.
PAGE_ITEMS = 200  # of a list of the API; its pages have `next`
PAGE_BYTES = 2_000_000  # of a page of the journal and of live news; one entry at least, whatever its size

# Work.
EFFECT_STEPS = 50_000  # of one effect at most, worked out before it is law; a die is a step
RUN_STEPS = 100_000  # of one effect as it runs
ACT_STEPS = 150_000  # of what rules do because of one act, with all that follows from it at once
ENTRY_DRAWS = 1_000  # draws of chance of one entry of the journal
CLOCK_DRAWS = 20_000  # of one that the clock brings, in which everybody's come together
TRIAL_STEPS = 200_000  # of all trials of one proposal
TRIAL_SECONDS = 2.0  # of the processor, for all trials of one proposal
WIKITEXT_SIGNS = 12_000  # of markup that are read in one text, ends of lines among them; the rest is shown as written
COMPARED_STEPS = 500_000  # of comparing two laws, or two texts of a page of the wiki, word by word and line by line
