"""The record of a war: its chronicle, its dice, its ledgers and the referee's acts."""
