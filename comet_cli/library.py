"""Profile files: the published rule sets and those that a house keeps of its own."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from comet_cli.files import read_whole
from comet_cli.findings import CometError, nearest, shown, unreadable
from comet_cli.parameters import parameters
from comet_cli.places import lines_of, not_toml
from comet_cli.profile import Profile, make_profile, merge, read_parameters

_PUBLISHED = Path(__file__).parent / "profiles"


def published() -> tuple[str, ...]:
    """The ids of the published rule sets."""
    return tuple(sorted(path.stem for path in _PUBLISHED.glob("*.toml")))


def find_profile(reference: str, folder: Path, settings: Mapping[str, Any] | None = None) -> Profile:
    """The profile that `reference` names: a published id, or a path from `folder`.

    `settings` are parameters given on top, as the tables of a profile. Raises `CometError`.
    """
    table = find_table(reference, folder)
    try:
        return make_profile(merge(table, settings or {}))
    except CometError as error:
        if settings or reference in published():
            raise
        raise error.at(file=str(folder / reference)) from None


def read_settings(settings: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The tables that settings such as "pay.comet=2" make. Raises `CometError` where one is no setting."""
    tables: dict[str, dict[str, Any]] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals or key.strip() not in parameters():
            raise unreadable(
                "bad-setting",
                f'"{setting}" is no setting',
                why="A setting is a parameter, = and its value, such as pay.comet=2.",
                remedy=_nearest_setting(key.strip()),
            )
        area, _, name = key.strip().partition(".")
        try:
            value = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            value = text.strip()
        tables.setdefault(area, {})[name] = value
    return tables


def _nearest_setting(key: str) -> str:
    """A sentence that offers the parameters that `key` may mean, or "" where it is one."""
    within = [each for each in parameters() if each.startswith(f"{key}.")]
    return "" if key in parameters() else f"There is {' and '.join(within)}." if within else nearest(key, parameters())


def build_profile(table: Mapping[str, Any], folder: Path) -> Profile:
    """The profile of a table that may extend another, paths being taken from `folder`. Raises `CometError`."""
    return make_profile(_extended(table, folder, ()))


def find_table(reference: str, folder: Path) -> dict[str, Any]:
    """The table of the profile that `reference` names, with what it extends, open choices and all."""
    return _find(reference, folder, ())


def _find(reference: str, folder: Path, chain: tuple[Path, ...]) -> dict[str, Any]:
    named = _PUBLISHED / f"{reference}.toml" if reference in published() else folder / reference
    path = named.resolve()
    if path in chain:
        raise unreadable("profile-circle", f"the profile {path.name} extends itself, directly or by way of others")
    if path.exists() and not path.is_file():
        raise _not_found(reference, named, OSError(None, "it is no file"))
    try:
        text = read_whole(path).decode("utf-8-sig") if path.exists() else path.read_text()
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise not_toml(text, str(error)).at(file=str(named)) from None
    except (OSError, ValueError, RecursionError) as error:
        raise _not_found(reference, named, error) from None
    if "format" in table and isinstance(table.get("profile"), dict):
        table = table["profile"]  # the rules that a night is played by
    try:
        read_parameters(table)
        return _extended(table, path.parent, (*chain, path))
    except CometError as error:
        lines = lines_of(text)
        ours = (f if f.file else f.at(line=lines.get(tuple(f.key.split(".")))) for f in error.findings)
        raise CometError(*ours).at(file=str(named)) from None


def _extended(table: Mapping[str, Any], folder: Path, chain: tuple[Path, ...]) -> dict[str, Any]:
    extends = table.get("extends")
    if extends is None:
        return dict(table)
    if not isinstance(extends, str) or not extends or "\0" in extends:
        raise unreadable("bad-parameter", f"extends names a profile, by its id or a path, not {shown(extends)}")
    return merge(_find(extends, folder, chain), {key: value for key, value in table.items() if key != "extends"})


def _not_found(reference: str, path: Path, error: Exception) -> CometError:
    if isinstance(error, FileNotFoundError):
        return unreadable(
            "unknown-profile",
            f'there is no profile "{reference}"',
            remedy=nearest(reference, published()) or f"Published ones: {', '.join(published())}; or give a path.",
        )
    what = error.strerror if isinstance(error, OSError) else str(error)
    return unreadable("bad-profile-file", f"the profile file {path.name} cannot be read: {what}", file=str(path))
