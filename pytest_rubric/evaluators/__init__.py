"""What judges a case: one package a kind, and one registry."""
