"""Questions outside of matches. The effect that asks one is stored as a row and resumed by the answer or at the end."""
