"""Pieces of wikitext that tests combine into texts that are hard to parse."""

from hypothesis import strategies as st

PIECES = (
    "''", "'''", "'''''", "'", "<b>", "</b>", "<i>", "</i>", "<b ", ">", "<", "<div>", "</div>", "<p>", "<blockquote>",
    "</blockquote>", "<table>", "<td>", "</td>", "<ref>", "</ref>", "<br>", "<hr>", "<nowiki>", "</nowiki>", "<pre>",
    "</pre>", "<!--", "-->", "{{", "{{{", "}}", "{{a|", "[[", "]]", "[[a|", "[[a|b]]", "[http://a ", "[http://a b]",
    "]", "http://a ", "mailto:a", "&", "&#", "&amp;", "&#x41;", "\n", "\n\n", "\n* ", "\n*#:;*#:;*#:;", "\n:", "\n; ",
    " : ", "\n----", "----", "\n== ", " ==", " ==\n", "=", "\n=", "\n{|\n", "\n:{|\n", "\n|}\n", "\n|-\n", "\n|",
    "\n|+", "\n!", "||", "!!", "|", "a=b|", " ", "a", "  \n",
)  # fmt: skip
markup = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join)
