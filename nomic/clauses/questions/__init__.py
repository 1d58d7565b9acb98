"""Questions outside of matches. The effect that asks is stored, and resumed by the answer or when the time is up."""
