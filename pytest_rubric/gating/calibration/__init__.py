"""How far the judge deserves trust: its decisions and scores held against those of people.

``decisions`` takes both out of records, ``measures`` and ``scores`` say how far they agree, ``criteria``,
``patterns`` and ``causes`` what is likely wrong with what; ``report`` puts all of it together, and
``markdown`` and ``document`` write it down. ``telling`` has the lines of a run's summary, ``gate`` what a
run must reach.
"""
