"""Field works held against the chronicle (HR-31): how many an army has raised, and when the last."""

from collections.abc import Iterator

from campaign.rules.proof.dump import Dump, Fault

RAISED = "Raised a field work;"


def field_works(dump: Dump) -> Iterator[Fault]:
    """HR-31 The works of each army are those of its last line about them."""
    told = {
        row.details.get("army"): (row.details.get("works"), row.turn)
        for row in dump.history.chronicle
        if row.kind == "works" and RAISED in row.text
    }
    for number, army in enumerate(dump.file.armies):
        works, turn = told.get(army.ref, (0, 0))
        archived = army.works_raised_on and army.works_raised_on <= dump.file.archived
        if (army.field_works, army.works_raised_on) != (works, turn) and not archived and not dump.by_hand(army.name):
            sentence = f"by the chronicle {army.name} raised the last of {works} on turn {turn}."
            yield Fault(f"armies[{number}].field_works", sentence)


CHECKS = (field_works,)
