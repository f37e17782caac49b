"""The course of a war: its calendar, due dates and events."""
