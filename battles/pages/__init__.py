"""The content of a battle's pages, from a plain value of what this reader may know; no module here asks who reads."""

from battles.pages.battle import BattleLinks, BattleView, battle_page, battle_view
from battles.pages.journal import journal_page

__all__ = ["BattleLinks", "BattleView", "battle_page", "battle_view", "journal_page"]
