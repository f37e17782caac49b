"""The benchmark: one module per kind of figure, each figure measured against a limit or a peer in the same run.

A module has ``figures(plan) -> list[Figure]``. What must run compiled, uncompiled, or apart from Django is a program of
``programs``, started as a process of its own (``children``). docs/performance.md lists what is measured and how.
"""
