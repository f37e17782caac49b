"""An independent reader of journals: it replays a battle from its report and checks every act against the rules.

Nothing here imports the engine. The numbers are typed from the rule book, the geometry and the dice are its own, and
what it knows of a battle it has read in the report (docs/formats.md, docs/journal.md).
"""
