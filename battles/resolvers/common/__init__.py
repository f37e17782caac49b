"""The common part of the five smaller rule systems: one record of a battle, its dice and journal, planes and squares
(COM)."""
