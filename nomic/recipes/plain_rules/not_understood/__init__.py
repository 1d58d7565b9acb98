"""Why a sentence is not understood as a rule, and what is nearest to it."""
