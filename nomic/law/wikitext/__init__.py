"""Wikitext, read in one pass: the part of MediaWiki's language that rules and proposals use, as a row of pieces.

Anybody may write what is read here, and everybody reads it, so a text must not be able to cost more than its length.
The parsers there are (mwparserfromhell, MediaWiki's own) go back and try again wherever something was opened and
never closed, and texts can be made that have them do so for minutes. This reader never goes back:

- every sign is looked for once, by expressions that look a bounded way ahead and keep what they matched;
- what opens is remembered, MAX_DEPTH within each other, and what is closed takes away what was opened since; what was
  opened and not closed is turned into words where it stands;
- what would make words small, or push them aside, means something only so many times within each other; remarks mean
  nothing: a law has no words that its readers do not see;
- after MAX_MARKS signs the rest of a text is not read at all (`Unread`).

What comes of it is flat and balanced: to each `Opening` belongs one `Ending`, rightly within each other. Tables have
rows and rows have cells, lists have items, also where the text has left them out, by signs or by tags; no cell reaches
over another. Nothing in it is safe to show yet; that is the work of whoever writes the pieces down, as HTML
(`nomic.web.rendering.wikitext_html`) or as wikitext again (`nomic.wiki.wikitext.bodies`).
"""
