"""The ids of the rules that refuse a command or are named in the journal. A code is the place in ``RULE_IDS``."""

RULE_IDS = (
    "", "ENG-14", "ENG-15", "ENG-16", "ENG-17", "LGG-3.0-b", "LGG-3.0-d", "LGG-3.0-e", "LGG-3.0-f", "LGG-3.0-g",
    "LGG-3.0-k", "LGG-3.0-m", "LGG-3.0-n", "LGG-4.0-c", "LGG-6.1-b", "LGG-6.1-c", "LGG-6.2-b", "LGG-6.3-a",
    "LGG-7.0-a", "LGG-7.0-b", "LGG-7.0-c", "LGG-7.0-d", "LGG-7.0-f", "LGG-7.0-g", "LGG-7.0-h", "LGG-7.0-i",
    "LGG-7.0-j", "LGG-7.0-l", "LGG-8.0-b", "LGG-8.1-a", "LGG-8.2-a", "LGG-8.2-b", "LGG-8.2-c", "LGG-8.3-a",
    "LGG-8.3-b", "LGG-8.4-a", "LGG-8.4-b", "LGG-8.4-c", "LGG-8.4-d", "LGG-8.4-e", "LGG-8.4-f", "LGG-8.5-a",
    "LGG-8.5-b", "LGG-8.5-d", "LGG-8.5-e", "LGG-8.5-f", "LGG-8.5-i", "LGG-8.5-j", "LGG-9.0-a", "LGG-9.0-b",
    "LGG-9.0-c", "LGG-9.0-d", "LGG-9.0-e", "LGG-9.0-f", "LGG-9.0-g", "LGG-9.0-h", "LGG-9.0-i", "LGG-9.0-j",
    "LGG-9.0-k", "LGG-9.0-l", "LGG-9.0-m", "LGG-9.0-n", "LGG-10.0-d", "LGG-10.0-e", "LGG-10.0-h", "LGG-10.1-a",
    "LGG-10.1-b", "LGG-10.2-a", "LGG-10.2-c", "LGG-10.2-d", "LGG-10.2-f", "LGG-11.0-a", "LGG-12.0-d", "LGG-13.0-a",
    "LGG-13.0-b", "LGG-13.0-e", "LGG-13.0-f", "LGG-14.0-a", "LGG-14.0-b", "LGG-14.0-c", "LGG-14.0-d", "LGG-14.0-e",
    "LGG-14.0-f", "LGG-15.1-a", "LGG-15.2-a", "LGG-15.3-a", "LGG-15.3-b", "LGG-15.4-a", "LGG-15.4-b", "LGG-15.4-c",
    "LGG-15.5-a", "LGG-15.5-b", "LGG-15.6-a", "LGG-15.6-b", "LGG-16.0-b", "LGG-16.0-c", "LGG-16.0-d", "LGG-16.0-e",
    "HR-B", "HR-E", "HR-W", "HR-D2", "HR-T1", "HR-T3", "HR-T5", "HR-T6", "REC-7", "REC-9", "R-28", "LGG-1.0-b",
    "LGG-2.0-g", "LGG-10.0-a", "LGG-10.0-f", "LGG-10.0-g", "LGG-S3-a", "LGG-15.5-c", "LGG-15.5-d", "HR-7",
    "LGG-3.0-j", "LGG-S2-f", "EA1", "EA2", "EA3", "EA4", "EA5", "EA6", "HR-T4", "LGG-S1-a", "LGG-S1-b", "REC-6",
    "ST1", "ST2", "ST3", "ST4", "ST5", "HR-31",
)


def code_of(rule_id: str) -> int:
    """Return the code of a rule id; ValueError if it is not in the table."""
    return RULE_IDS.index(rule_id)


OK = 0
