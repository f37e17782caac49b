"""``@stage`` marks a kernel that many others call; it is compiled as any other."""

from battles.resolvers.kernels import kernel

stage = kernel

__all__ = ["stage"]
