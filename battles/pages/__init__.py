"""What a battle's pages show, from a plain value that says what this reader may know; nobody here asks who reads."""

from battles.pages.battle import BattleLinks, BattleView, battle_page, battle_view
from battles.pages.journal import journal_page

__all__ = ["BattleLinks", "BattleView", "battle_page", "battle_view", "journal_page"]
