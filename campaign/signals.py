"""Signals of a running turn to the rooms above it, inside the transaction that writes its state."""

from django.dispatch import Signal

#: kwarg ``turn`` (still open, its row locked): its orders are about to be sealed
turn_sealing = Signal()
