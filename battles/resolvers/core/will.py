"""The number of broken units with which an army must leave (HR-26, LGG-S3-a)."""

from battles.resolvers.core.kernels import kernel


@kernel
def breaking_number(units: int, parts: int, whole: int) -> int:
    """HR-26, LGG-S3-a With how many broken units an army of so many must leave that bears ``parts`` of ``whole``."""
    return units * parts // whole + 1
