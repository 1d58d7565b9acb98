"""Bots that play Exoptosis in practice cycles and simulations."""
