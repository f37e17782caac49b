"""The rules of a campaign: pure functions over plain values, without rows, clock or global dice."""
