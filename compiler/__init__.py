"""The compiler of the rules: turns annotated functions over numbers and records into the processor's own code by LLVM.

``kinds`` has what a rule reckons with, ``scope`` the meaning of its names; ``lines``, ``expressions`` and
``statements`` write it in LLVM's language, ``assembling`` puts the rules of a room together as a program, ``machine``
makes programs into code and loads it, ``folders`` and ``programs`` keep them in the cache, ``kernel`` is a rule as
Python calls it. ``fitting`` knows what all of this was tried with; elsewhere rules stay plain Python.
"""
