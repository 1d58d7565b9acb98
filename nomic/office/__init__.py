"""The office: pages for staff, the health of the whole site, and the log of what staff do."""
