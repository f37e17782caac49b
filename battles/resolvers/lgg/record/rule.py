"""``@rule``: marks one rule paragraph as a kernel over the battle record.

``BIVOUAC_KERNELS=1`` compiles every rule once, from its annotations; otherwise a rule is a plain Python
function. See ``battles.resolvers.kernels`` for the cache.
"""

from battles.resolvers.kernels import COMPILED, Points, Row, kernel, lowest_bit

rule = kernel

__all__ = ["COMPILED", "Points", "Row", "lowest_bit", "rule"]
