"""The first battle of a site that has just started: opened, published, and waited for, in the database it uses."""

from time import sleep

import django

from lab.bench.programs.answering import answer


def main() -> None:
    """Open a battle as the form of a one-off battle does, and end when a worker has settled it."""
    django.setup()
    from battles.models import Battle
    from battles.services import publish_due
    from battles.services.opening import create_battle, new_seed
    from lab.bench.programs.answering import battle_of

    file = battle_of(16)
    opened = create_battle(name="bench", file=file, field_seed="bench", seed=new_seed(), reference="", unit_ids={})
    publish_due()
    while opened.state not in (Battle.State.DONE, Battle.State.FAILED):
        sleep(0.05)
        opened.refresh_from_db()
    if opened.state == Battle.State.FAILED:
        raise RuntimeError(opened.error)
    answer()


if __name__ == "__main__":
    main()
