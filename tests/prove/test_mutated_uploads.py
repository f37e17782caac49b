"""A short form of the proof by mutated uploads; ``mutated_uploads`` runs as long as it is asked to."""

import pytest

from tests.prove.mutated_uploads import mutated_uploads


@pytest.mark.django_db
def test_what_is_accepted_passes_the_audit_and_is_loaded_again() -> None:
    found = mutated_uploads(runs=25, seed=20261122)
    assert found["broken"] == []
    assert found["accepted"] + found["refused"] == 25
    assert found["accepted"] > 2
    assert found["refused"] > 7


@pytest.mark.django_db
@pytest.mark.soak
def test_the_same_of_many_files() -> None:
    found = mutated_uploads(runs=3000, seed=1)
    assert found["broken"] == []
