"""What an output claims, and what it leaves out: completion, accuracy and faithfulness.

Accuracy and faithfulness judge one list of claims by two yardsticks; completion judges the key points
of the reference. Both lists are shared: each is asked for once.
"""
