"""Settings that staff change by form while the site runs: mail server, wiki, and a pause of publishing."""
