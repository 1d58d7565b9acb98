"""Notices to people, on the site, by e-mail and by webhook."""
