"""An independent reader of journals: it replays a battle from its report and checks every act against the rules.

What judges imports nothing of the engine; ``run`` and ``mobs`` only have battles fought. The numbers are typed from the
rule book, the geometry and the dice are its own, and what it knows of a battle it has read in the report
(docs/formats.md, docs/journal.md).
"""
