"""The clock of the wars: schedules, their changes, and the turns that it seals and hands to the workers."""
