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

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from paperkg.files import read_text
from paperkg.link.normal import normal_form_in_text
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
        apart: From a name to those that it must not be merged with.
        ignored: Concepts to leave out.
    """

    aliases: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    apart: dict[str, frozenset[str]] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()

    def speaks_of(self, name: str) -> bool:
        """Whether the user said anything of a name."""
        told = (self.aliases, self.names, self.kinds, self.apart, self.ignored)
        return any(name in its for its in told) or name in self.aliases.values()

    def kept_from(self, name: str) -> frozenset[str]:
        """Return the names that one must not be merged with."""
        return self.apart.get(name, frozenset())


def dump_overrides(overrides: Overrides) -> str:
    """Write overrides as JSON, for the graph that they hold in; `load_overrides` reads it back."""
    return json.dumps(
        {
            "aliases": overrides.aliases,
            "names": overrides.names,
            "kinds": overrides.kinds,
            "apart": {name: sorted(others) for name, others in overrides.apart.items()},
            "ignored": sorted(overrides.ignored),
        }
    )


def load_overrides(text: str) -> Overrides:
    """Read what `dump_overrides` wrote.

    >>> told = Overrides(aliases={"maths": "gsm8k"}, ignored=frozenset({"state of the art"}))
    >>> load_overrides(dump_overrides(told)) == told
    True
    """
    data = json.loads(text)
    return Overrides(
        aliases=data["aliases"],
        names=data["names"],
        kinds={name: Kind(kind) for name, kind in data["kinds"].items()},
        apart={name: frozenset(others) for name, others in data["apart"].items()},
        ignored=frozenset(data["ignored"]),
    )


_T = TypeVar("_T")
_TABLES = ("aliases", "rename", "kinds", "never")


def read_overrides(path: str | Path) -> Overrides:
    """Read an override file.

    Raises:
        OverridesError: It is missing, no TOML, or holds something else than the tables above.
    """
    path = Path(path)
    tables = _read_tables(path)
    aliases = tables.get("aliases", {})
    never = tables.get("never", {})
    for name in never:
        if name not in ("merge", "ignore"):
            raise OverridesError(f"{path}: unknown entry {name!r} in [never]; it takes merge and ignore")
    shown = {normal_form_in_text(name): name for name in aliases}
    rename, kinds = tables.get("rename", {}), tables.get("kinds", {})
    renamed = _once(path, "rename", {name: _string(path, "rename", new) for name, new in rename.items()})
    told = Overrides(
        aliases=_aliases(path, aliases),
        names=shown | renamed,
        kinds=_once(path, "kinds", {name: _kind(path, kind) for name, kind in kinds.items()}),
        apart=_apart(path, never.get("merge", [])),
        ignored=frozenset(map(normal_form_in_text, _strings(path, "never, ignore", never.get("ignore", [])))),
    )
    _check(path, told, tables)
    return told


def _once(path: Path, place: str, entries: dict[str, _T]) -> dict[str, _T]:
    """Return entries by normal form, once no two spellings of a name say different things."""
    found: dict[str, tuple[str, _T]] = {}
    for name, value in entries.items():
        first, known = found.setdefault(normal_form_in_text(name), (name, value))
        if known != value:
            raise OverridesError(
                f"{path}, {place}: {first!r} and {name!r} are spellings of one name; leave one of them"
            )
    return {normal: value for normal, (_, value) in found.items()}


def _check(path: Path, told: Overrides, tables: dict[str, dict[str, Any]]) -> None:
    """Refuse entries that say the opposite of one another; which of them should hold nobody can tell."""
    for name, spellings in tables.get("aliases", {}).items():
        for alias in spellings:
            one, other = normal_form_in_text(name), normal_form_in_text(alias)
            if one in told.kept_from(other):
                raise OverridesError(
                    f"{path}: [aliases] joins {name!r} and {alias!r}, and [never] merge keeps them apart; "
                    "leave one of the two"
                )
            if one != other and told.aliases.get(one) == other:
                raise OverridesError(
                    f"{path}, aliases: {name!r} stands for {alias!r}, and {alias!r} for {name!r}; leave one"
                )
    for table in ("aliases", "rename", "kinds"):
        for name in tables.get(table, {}):
            if normal_form_in_text(name) in told.ignored:
                raise OverridesError(
                    f"{path}: [{table}] speaks of {name!r}, and [never] ignore leaves it out; "
                    "leave one of them"
                )


def _read_tables(path: Path) -> dict[str, dict[str, Any]]:
    try:
        tables = tomllib.loads(read_text(path))
    except OSError as error:
        raise OverridesError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    except (ValueError, RecursionError) as error:  # also what is no UTF-8, and numbers without end
        raise OverridesError(f"{path}: not a TOML file ({error})") from error
    for name, table in tables.items():
        if name not in _TABLES:
            raise OverridesError(f"{path}: unknown entry {name!r}; the tables are {', '.join(_TABLES)}")
        if not isinstance(table, dict):
            raise OverridesError(f"{path}: {name} is a table; write [{name}] and its entries below")
    return tables


def _aliases(path: Path, table: dict[str, Any]) -> dict[str, str]:
    aliases: dict[str, str] = {}
    for name, spellings in table.items():
        for alias in _strings(path, f"aliases, {name!r}", spellings):
            other = aliases.setdefault(normal_form_in_text(alias), normal_form_in_text(name))
            if other != normal_form_in_text(name):
                raise OverridesError(f"{path}, aliases: {alias!r} stands for two names; leave it with one")
    return aliases


def _apart(path: Path, pairs: object) -> dict[str, frozenset[str]]:
    apart: dict[str, frozenset[str]] = {}
    for pair in _list(path, "never, merge", pairs):
        names = _strings(path, "never, merge", pair)
        if len(names) != 2:
            raise OverridesError(f"{path}, never, merge: each entry is a pair of names, {names} is not")
        one, other = map(normal_form_in_text, names)
        if one == other:
            raise OverridesError(
                f"{path}, never, merge: {names[0]!r} and {names[1]!r} are spellings of one name"
            )
        for name, kept in ((one, other), (other, one)):
            apart[name] = apart.get(name, frozenset()) | {kept}
    return apart


def _kind(path: Path, value: object) -> Kind:
    kind = next((kind for kind in Kind if kind == value), None)
    if kind is None:
        raise OverridesError(f"{path}, kinds: {value!r} is none of {', '.join(Kind)}")
    return kind


def _string(path: Path, place: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise OverridesError(f"{path}, {place}: {value!r} is not a name")
    return " ".join("".join(char if char.isprintable() else " " for char in value).split())


def _list(path: Path, place: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise OverridesError(f"{path}, {place}: {value!r} is not a list")
    return value


def _strings(path: Path, place: str, value: object) -> list[str]:
    return [_string(path, place, item) for item in _list(path, place, value)]
