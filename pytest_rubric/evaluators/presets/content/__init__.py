"""Content of the output: wording that hurts groups of people, and claims in a form that starts quarrels."""
