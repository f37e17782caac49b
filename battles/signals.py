"""The only way up: what a battle reports to its opener, inside the transaction that writes its state."""

from django.dispatch import Signal

#: kwargs ``battle`` (done, with its result) and ``report``; an error in a receiver undoes the whole settlement
battle_settled = Signal()

#: kwarg ``battle`` (open, its row locked): it is about to be settled with what people typed in
battle_settling = Signal()

#: kwarg ``battle`` (failed, its ``error`` is a sentence for the referee)
battle_failed = Signal()
