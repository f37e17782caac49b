"""Served scripts import one another by names that change with their content."""

import re
from pathlib import Path

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from config.backends.static_files import StaticFiles

FOLDER = "js/replay"


def test_modules_import_one_another_by_the_names_under_which_they_are_served(tmp_path: Path) -> None:
    source, served = (
        FileSystemStorage(settings.BASE_DIR / "static"),
        StaticFiles(location=tmp_path, base_url="/static/"),
    )
    names = [f"{FOLDER}/{name}" for name in source.listdir(FOLDER)[1]]
    for name in names:
        with source.open(name) as file:
            served.save(name, file)
    assert len(list(served.post_process({name: (source, name) for name in names}))) >= len(names)
    for name in names:
        text = (tmp_path / served.stored_name(name)).read_text(encoding="utf-8")
        imported = re.findall(r'from "\./([^"]+)"', text)
        assert imported or name.endswith("page.js")
        for module in imported:
            assert re.fullmatch(r"\w+\.[0-9a-f]{12}\.js", module)
            assert (tmp_path / FOLDER / module).exists()
