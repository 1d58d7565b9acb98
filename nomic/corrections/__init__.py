"""Corrections of the past. A correction is built as a fork, reviewed by everybody, and then adopted or dropped."""
