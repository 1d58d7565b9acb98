"""Wikitext of rules and proposals: a single-pass parser, its two writers, and a bounded comparison.

Contract: a text goes in. `tokenizer.read` gives a flat, balanced list of pieces; `html_writer` and `wiki_writer` write
such a list as HTML for the site and as wikitext for the wiki, so both show the same. The work of each is linear in the
length of the text. `myers` compares two sequences within a budget of steps. `escape` makes any text harmless for a
wiki. The package is plain Python: it imports no Django, and of the project only `nomic.limits`.

Anybody may write a text and everybody reads it, so a text must not cost more than its length. Existing parsers
(mwparserfromhell, MediaWiki's own) backtrack whenever something is opened and never closed. Crafted texts keep them
busy for minutes. This parser never backtracks:

- It looks for every sign once, by expressions with bounded lookahead and possessive quantifiers.
- Open elements are kept on a stack of at most MAX_DEPTH. Closing one turns elements that are still open inside it into
  plain text. Elements that are never closed become plain text, too.
- Elements that shrink or indent text may only be nested a few times. Comments are not supported, because a law must not
  have words that its readers do not see.
- After MAX_MARKS signs the rest of a text is not parsed (`Unread`).

Each `Opening` has one `Ending`, and they are properly nested. Tables have rows, rows have cells and lists have items,
even if the text omits them, by signs or by tags. No cell overlaps another. The pieces are not escaped. That is left to
the writers.
"""
