"""The lists by which tests are kept together or run on one database alone name tests that exist."""

import pytest

from tests.again import FOLDER, SENT_BY_OTHERS, THE_SAME_ON_ANY
from tests.conftest import TOGETHER


@pytest.mark.parametrize("name", sorted(SENT_BY_OTHERS.union(THE_SAME_ON_ANY)))
def test_what_runs_on_one_database_alone_exists(name: str) -> None:
    module, _, test = name.partition("::")
    assert f"def {test}(" in (FOLDER / f"{module}.py").read_text() if test else (FOLDER / f"{module}.py").exists()


def test_what_stays_together_exists() -> None:
    assert [path for path in TOGETHER if not (FOLDER.parent / path).exists()] == []
