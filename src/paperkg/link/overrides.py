"""The user's override file, which beats every rule.

A TOML file with any of these tables:

    [aliases]                                  # spellings that are one concept
    "GSM8K" = ["Grade School Math", "gsm-8k test"]

    [rename]                                   # what to call a concept
    "large language model" = "LLM"

    [kinds]                                    # what a concept is
    "AndroidWorld" = "benchmark"

    [never]
    merge = [["EAGLE", "EAGLE-3"]]             # keep these apart
    ignore = ["state of the art"]              # leave these out
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from paperkg.link.normal import normal_form
from paperkg.model import Kind


class OverridesError(ValueError):
    """An override file that cannot be used; the message names the file and the place."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """What the user settled; names are normal forms, but for the names to show.

    Attributes:
        aliases: From an alias to the name that it stands for.
        names: From a name to the one to show.
        kinds: From a name to its kind.
        apart: Pairs that must not be merged.
        ignored: Concepts to leave out.
    """

    aliases: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    apart: frozenset[frozenset[str]] = frozenset()
    ignored: frozenset[str] = frozenset()

    def forbids(self, one: str, other: str) -> bool:
        """Whether two normal forms must stay apart."""
        return frozenset((one, other)) in self.apart


_TABLES = ("aliases", "rename", "kinds", "never")


def read_overrides(path: Path) -> Overrides:
    """Read an override file.

    Raises:
        OverridesError: It is missing, no TOML, or holds something else than the tables above.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OverridesError(f"{path}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OverridesError(f"{path}: not a TOML file ({error})") from error
    for name, table in data.items():
        if name not in _TABLES or not isinstance(table, dict):
            raise OverridesError(f"{path}: unknown entry {name!r}; the tables are {', '.join(_TABLES)}")
    never = data.get("never", {})
    for name in never:
        if name not in ("merge", "ignore"):
            raise OverridesError(f"{path}: unknown entry {name!r} in [never]; it takes merge and ignore")
    aliases = {
        normal_form(alias): name
        for name, spellings in data.get("aliases", {}).items()
        for alias in _strings(path, f"aliases, {name!r}", spellings)
    }
    shown = {normal_form(name): name for name in data.get("aliases", {})}
    renamed = {
        normal_form(name): _string(path, "rename", new) for name, new in data.get("rename", {}).items()
    }
    pairs = [
        _strings(path, "never, merge", pair) for pair in _list(path, "never, merge", never.get("merge", []))
    ]
    if any(len(pair) != 2 for pair in pairs):
        raise OverridesError(f"{path}, never, merge: each entry is a pair of names")
    return Overrides(
        aliases={alias: normal_form(name) for alias, name in aliases.items()},
        names=shown | renamed,
        kinds={normal_form(name): _kind(path, kind) for name, kind in data.get("kinds", {}).items()},
        apart=frozenset(frozenset(map(normal_form, pair)) for pair in pairs),
        ignored=frozenset(map(normal_form, _strings(path, "never, ignore", never.get("ignore", [])))),
    )


def _kind(path: Path, value: object) -> Kind:
    try:
        return Kind(_string(path, "kinds", value))
    except ValueError:
        raise OverridesError(f"{path}, kinds: {value!r} is none of {', '.join(Kind)}") from None


def _string(path: Path, place: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise OverridesError(f"{path}, {place}: {value!r} is not a name")
    return value


def _list(path: Path, place: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise OverridesError(f"{path}, {place}: {value!r} is not a list")
    return value


def _strings(path: Path, place: str, value: object) -> list[str]:
    return [_string(path, place, item) for item in _list(path, place, value)]
