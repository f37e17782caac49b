"""The set-up installs what the lock names, checked by hashes; a made-up package of one file shows how."""

import hashlib
import sys
import zipfile
from pathlib import Path

import pytest

from config import bootstrap


def wheel(folder: Path, version: str) -> str:
    """Make a package ``drummer`` of one module; the hash of its file."""
    path, about = folder / f"drummer-{version}-py3-none-any.whl", f"drummer-{version}.dist-info"
    files = {
        "drummer.py": "",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: drummer\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(path, "w") as made:
        for name, text in {**files, f"{about}/RECORD": record}.items():
            made.writestr(name, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose packages come from a folder and go into another one."""
    (tmp_path / "wheels").mkdir()
    monkeypatch.setattr(bootstrap, "BASE_DIR", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    for name in ("EXTRA_INDEX_URL", "INDEX_URL", "CERT"):
        monkeypatch.delenv(f"PIP_{name}", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "installed"))
    monkeypatch.setenv("PIP_ROOT_USER_ACTION", "ignore")
    monkeypatch.setenv("PATH", "")  # no uv
    (tmp_path / "requirements.txt").write_text("drummer>=1,<2\n")
    return tmp_path


def lock(place: Path, version: str, digest: str) -> None:
    (place / "requirements.lock").write_text(f"drummer=={version} --hash=sha256:{digest}\n")


def installed(place: Path) -> list[str]:
    return [path.name for path in (place / "installed").glob("drummer-*")]


def test_the_lock_is_installed_and_not_again_while_it_is_the_same(place: Path, capsys) -> None:
    lock(place, "1.0", wheel(place / "wheels", "1.0"))
    wheel(place / "wheels", "1.1")
    bootstrap.install()
    assert installed(place) == ["drummer-1.0.dist-info"]
    assert "installing requirements.lock" in capsys.readouterr().out
    bootstrap.install()
    assert capsys.readouterr().out == ""
    lock(place, "1.1", wheel(place / "wheels", "1.1"))
    assert bootstrap._fingerprint("requirements") != (place / ".installed-requirements.txt").read_text()


def test_a_package_with_another_hash_stops_the_set_up(place: Path) -> None:
    wheel(place / "wheels", "1.0")
    lock(place, "1.0", "0" * 64)
    with pytest.raises(SystemExit, match=r"its hash differs from the lock's"):
        bootstrap.install()
    assert installed(place) == []
    assert not (place / ".installed-requirements.txt").exists()


def test_where_the_lock_does_not_fit_the_ranges_are_installed_and_it_is_told(place: Path, capsys) -> None:
    wheel(place / "wheels", "1.0")
    lock(place, "1.3", "0" * 64)
    bootstrap.install()
    assert installed(place) == ["drummer-1.0.dist-info"]
    assert "requirements.lock does not fit this system" in capsys.readouterr().out
