"""Single-pass parser for the part of MediaWiki's wikitext that rules and proposals use.

Anybody may write a text and everybody reads it, so a text must not cost more than its length. Existing parsers
(mwparserfromhell, MediaWiki's own) backtrack whenever something is opened and never closed. Crafted texts keep them
busy for minutes. This parser never backtracks:

- It looks for every sign once, by expressions with bounded lookahead and possessive quantifiers.
- Open elements are kept on a stack of at most MAX_DEPTH. Closing one turns elements that are still open inside it into
  plain text. Elements that are never closed become plain text, too.
- Elements that shrink or indent text may only be nested a few times. Comments are not supported, because a law must not
  have words that its readers do not see.
- After MAX_MARKS signs the rest of a text is not parsed (`Unread`).

The result is a flat, balanced list. Each `Opening` has one `Ending`, and they are properly nested. Tables have rows,
rows have cells and lists have items, even if the text omits them, by signs or by tags. No cell overlaps another. The
pieces are not escaped. That is left to the renderers for HTML (`nomic.web.rendering.wikitext_html`) and for wikitext
(`nomic.wiki.wikitext.bodies`).
"""
