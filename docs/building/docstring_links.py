"""What griffe is told of this library's docstrings and classes, so that mkdocstrings shows them well.

- The section `Example:` is code: griffe knows only the plural.
- A public name in backticks becomes a link to it, and the number of a rule becomes a link to the rule.
- An attrs class shows how it is called, and its attributes show their defaults instead of calls of `field`.
- An attribute or property whose docstring has neither sections nor code is labelled `plain`, for a row of a table.
- A function that a package offers under the name of the module that it is in hides that module, as it does in Python.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any, Final

import attrs
from docstring_returns import warn_of_prose_types
from griffe import (
    Alias,
    Attribute,
    Class,
    Expr,
    ExprCall,
    ExprKeyword,
    Extension,
    Function,
    Module,
    Object,
    Parameter,
    ParameterKind,
    Parameters,
)
from public_names import ADAPTERS, MODULES, PACKAGE

from cairn_rules.games import DEFAULT, LIBRARY

_FIELDS: Final = {"field", "_ruling"}
"""Functions whose calls declare an attribute and its default."""
_RULES: Final = re.compile(r"\b(rules? )(\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)")
_SECTION: Final = re.compile(r"^(?:\w+:$|>>>|```|[-*] )", re.MULTILINE)
_NAME: Final = re.compile(r"(?<![\[`])`([A-Za-z_]\w*)((?:\.[a-z]\w*)?)`(?![\]`])")


class DocstringLinks(Extension):
    """Mends what griffe has found."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        """Let functions hide the modules of their names."""
        hide_modules(pkg)

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Check and mend a docstring."""
        warn_of_prose_types(obj)
        if obj.docstring is not None:
            obj.docstring.value = "\n".join(_mended(obj, obj.docstring.value.split("\n")))
        if isinstance(obj, Class) and obj.docstring is not None and any(_is_enum(each) for each in obj.bases):
            obj.docstring.value = "\n\n".join((obj.docstring.value, f"Members: {', '.join(_members(obj))}."))

    def on_attribute(self, *, attr: Attribute, **_: Any) -> None:
        """Label an attribute of a class that one row of a table can show."""
        if isinstance(attr.parent, Class) and attr.docstring is not None and not _SECTION.search(attr.docstring.value):
            attr.labels.add("plain")

    def on_class(self, *, cls: Class, **_: Any) -> None:
        """Tell how an attrs class is called."""
        module = cls.module.path
        if "__init__" in cls.members or module.rpartition(".")[2].startswith("_") or module.startswith(ADAPTERS):
            return
        known = vars(import_module(module)).get(cls.name)
        if isinstance(known, type) and attrs.has(known):
            cls.set_member("__init__", initialiser(cls, known))


def hide_modules(package: Module) -> None:
    """Let functions hide the modules of their names, in a package and its subpackages."""
    for module in package.members.values():
        if isinstance(module, Module):
            hide_modules(module)
    for name in package.exports or ():
        member = package.members.get(str(name))
        itself = member.final_target if isinstance(member, Alias) else member
        if isinstance(itself, Module) and str(name) in itself.members:  # it has a namesake in it
            package.members[str(name)] = Alias(str(name), itself.members[str(name)], parent=package)


def _is_enum(base: str | Expr) -> bool:
    return str(base) in {"Enum", "IntEnum", "Face", "_Kind"}


def _members(cls: Class) -> list[str]:
    """The members of an enumeration with their values."""
    return [
        f"`{member.name}` (`{member.value}`)"
        for member in cls.members.values()
        if isinstance(member, Attribute) and member.name.isupper() and member.value is not None
    ]


def _mended(obj: Object, lines: list[str]) -> list[str]:
    """The lines of a docstring; those of examples stay as they are."""
    mended: list[str] = []
    depth: int | None = None
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if depth is not None and line.strip() and indent <= depth:
            depth = None
        if line.strip() == "Example:":
            depth = indent
            mended.append(line.replace("Example:", "Examples:"))
        else:
            mended.append(line if depth is not None else _linked(obj, line))
    return mended


def _linked(obj: Object, line: str) -> str:
    """A line with links to the rules and the names that it tells of."""
    packages = {name: place.partition(":")[0] for name, place in LIBRARY.items()}
    game = next((name for name, package in packages.items() if obj.path.startswith(f"{package}.")), DEFAULT)

    def rules(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"(\d+)\.(\d+)", rf"[\g<0>](rule:{game}#rule-\1-\2)", found[2])

    def name(found: re.Match[str]) -> str:
        place = _place_of(obj, found[1])
        return found[0] if place is None else f"[`{found[1]}{found[2]}`][{place}{found[2]}]"

    return _NAME.sub(name, _RULES.sub(rules, line))


def _place_of(obj: Object, name: str) -> str | None:
    """Where a public name stands; None for what is none, and for what the object calls so itself."""
    if name == obj.name or (isinstance(obj, Function) and name in obj.parameters):
        return None
    places = [module for module, names in MODULES.items() if name in names]
    near = [module for module in places if obj.path.startswith(f"{module}.") and module != PACKAGE]
    if near:
        return f"{near[0]}.{name}"
    return f"{PACKAGE}.{name}" if PACKAGE in places else None


def initialiser(cls: Class, known: type[attrs.AttrsInstance]) -> Function:
    """How an attrs class is called; on the way its attributes' values become their defaults."""
    parameters = [Parameter("self", kind=ParameterKind.positional_or_keyword)]
    for each in attrs.fields(known):
        member = cls.all_members.get(each.name)
        member = member.final_target if isinstance(member, Alias) else member
        default = member.value if isinstance(member, Attribute) else None
        if isinstance(default, ExprCall) and str(default.function) in _FIELDS:
            default = _default(default)
        if isinstance(cls.members.get(each.name), Attribute):
            cls.members[each.name].value = default  # type: ignore[union-attr]
        if each.init:
            kind = ParameterKind.keyword_only if each.kw_only else ParameterKind.positional_or_keyword
            annotation = member.annotation if isinstance(member, Attribute) else None
            parameters.append(Parameter(each.alias, annotation=annotation, kind=kind, default=default))
    ordered = sorted(parameters, key=lambda parameter: parameter.kind is ParameterKind.keyword_only)
    return Function("__init__", lineno=0, endlineno=0, parent=cls, parameters=Parameters(*ordered), returns="None")


def _default(call: ExprCall) -> Expr | str | None:
    """The default that a call of `field` names; None when it names none."""
    named = {each.name: each.value for each in call.arguments if isinstance(each, ExprKeyword)}
    if "factory" in named:
        return f"{named['factory']}()"
    return named.get("default")
