"""A reader's knowledge of a campaign. Every page, form, file and mail starts from ``knowledge_of``."""

from campaign.visibility.reader import Knowledge, knowledge_for, knowledge_of

__all__ = ["Knowledge", "knowledge_for", "knowledge_of"]
