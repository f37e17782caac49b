"""A battle that is fought by hand, note by note, kept by the engine's own rules (EX-2 to EX-4).

The table's record is an ordinary battle of ``state``, without places: a unit is put down next to its commander, or far
from him, whenever a rule wants to know whether it is within the radius.

=============  ==================================================================================================
``state``      the table: its record, its units, what both sides know; dice of paper, found in a stream
``clock``      setting up, days, rounds, command rolls, actions, stratagems
``fights``     combats and fires
``fates``      checks, recovery, rally, routs, commanders, engineers' works, corrections
``evening``    the steps of the evening and the night
``forces``     a combat or a fire as a question about odds
``screen``     what a reader sees of the table
``look``       the same as a page shows it, and the result form filled in
``describing`` which notes are open at a moment, and what each asks for: steps, tools, descriptions
``…_notes``    the notes described: ``clock_notes``, ``fight_notes``, ``unit_notes``
``asking``     answers before a note is written: odds, and what a move costs
``door``       every kind of note, and what the rest uses; notes are read as elsewhere (``by_hand/reading``)
=============  ==================================================================================================
"""
