"""How far the judge deserves trust: its decisions and scores held against those of people.

``decisions`` takes both out of records; ``measures``, ``scores`` and ``outcomes`` say how far they agree,
``criteria`` and ``patterns`` make ``findings`` of what is likely wrong with what. ``report`` puts all of it
together; ``markdown`` (with the words of each language, and ``gaps``, what can't be known) and ``document``
write it down. ``summary`` has the lines of a run's summary, ``gate`` what a run must reach.
"""
