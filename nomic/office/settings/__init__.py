"""Settings that staff change by form while the site runs: connections to other servers, and a pause of publishing."""
