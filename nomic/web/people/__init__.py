"""People across cycles: profiles, their pictures, and the hall of fame."""
