"""The end of a war: aims, the race to them, victory."""
