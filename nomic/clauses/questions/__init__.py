"""Questions outside of matches: an effect that asks one is stored as a row, and resumes on the answer or at its end."""
