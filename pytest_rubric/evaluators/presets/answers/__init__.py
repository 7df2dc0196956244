"""Presets that ask whether an answer does what the question wants: fully and in order
(``result-answer``), in the form that was ordered (``result-instruction``), and with as much analysis as
the question calls for (``depth-result``).

What a question wants is read from the question alone, in a call of its own: no output can bend it, and
its stored reply serves every later output of the case.
"""
