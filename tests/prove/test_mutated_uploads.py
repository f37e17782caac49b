"""A short form of the proof by changed files, pasts and tables; each of them runs as long as it is asked to."""

import pytest

from lab.prove.mutated_pasts import mutated_pasts
from lab.prove.mutated_tables import mutated_tables
from lab.prove.mutated_uploads import mutated_uploads


@pytest.mark.django_db
def test_what_is_accepted_passes_the_audit_and_is_loaded_again() -> None:
    found = mutated_uploads(runs=15, seed=20261122)
    assert (found["broken"], found["accepted"] + found["refused"]) == ([], 15)
    assert found["accepted"] > 1
    assert found["refused"] > 4


@pytest.mark.django_db
def test_a_result_of_the_table_is_refused_in_a_sentence_or_settles_with_clean_books() -> None:
    found = mutated_tables(runs=8, seed=1)
    assert (found["broken"], found["taken"] + found["refused"]) == ([], 16)
    assert found["taken"] > 1
    assert found["refused"] > 4


@pytest.mark.django_db
def test_a_past_that_was_changed_is_refused_or_the_war_goes_back_to_it_with_clean_books() -> None:
    found = mutated_pasts(runs=3, seed=1)
    assert found["broken"] == []
    assert found["file refused"] + found["past refused"] + found["taken back"] == 3


@pytest.mark.django_db
@pytest.mark.soak
def test_the_same_of_many_files() -> None:
    assert mutated_uploads(runs=3000, seed=1)["broken"] == []
