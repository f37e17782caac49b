"""The compiler of the rules: turns annotated functions over numbers and records into the processor's own code by LLVM.

``kinds`` says what a rule reckons with, ``scope`` what its names mean, ``lines``, ``expressions`` and ``statements``
write it in LLVM's language, ``assembling`` puts the rules of a room together as a program, ``machine`` makes programs
into code and loads it, ``programs`` keeps them in the cache, ``kernel`` is a rule as Python calls it. ``fitting`` says
whether all of this was tried with what is installed here; where it was not, ``by_numba`` has numba compile the rules.
"""
