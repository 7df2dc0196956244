"""How the output is written: formulas of machine prose, form, language, length."""
