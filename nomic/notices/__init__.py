"""Notices: telling people what concerns them, on the site, by e-mail and by webhook."""
