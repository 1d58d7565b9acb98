"""Settings that staff change by form while the site runs: mail server and wiki, and a pause of publishing."""
