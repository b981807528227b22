"""Lookup of content packs for stored games: by id and hash, in a registry and the built-in pack.

Endless Winter has one kind of ids outside its own code, the packs. So the argument `registry=` of functions that read
stored games is a `Registry` of packs, and the manifest has no `content`. The built-in pack is always known.
"""

from __future__ import annotations

from typing import Any, Final

from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.packs.pack_file import default_pack
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.registry import Registry

_REMEDY: Final = (
    "give the pack with registry=Registry([pack]), or with --game endless-winter --pack FILE on the command line"
)


def known_packs(registry: Registry[Any] | None = None) -> tuple[Pack, ...]:
    """Return the packs in which stored games are looked up: those of a registry, then the built-in one.

    Raises:
        DefinitionError: if the registry holds anything but packs.

    Example:
        >>> known_packs() == (default_pack(),)
        True
    """
    packs = () if registry is None else tuple(registry)
    for pack in packs:
        if not isinstance(pack, Pack):
            raise DefinitionError(f"registry= should hold packs of Endless Winter, not {quoted(pack)}")
    return (*packs, default_pack())


def find_pack(id: str, hash: str, packs: tuple[Pack, ...]) -> Pack:
    """Return the pack with an id and a hash.

    A game was stored with this id and hash. `packs` is the result of `known_packs`. Raise a `DefinitionError` with both
    hashes if the pack is missing or has another content.

    Example:
        >>> pack = default_pack()
        >>> find_pack(pack.id, pack.hash, known_packs()) is pack
        True
        >>> find_pack("my_pack", "0" * 64, known_packs())
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DefinitionError: the pack 'my_pack' with the hash '000...
    """
    same_id = [pack for pack in packs if pack.id == id]
    for pack in same_id:
        if pack.hash == hash:
            return pack
    if same_id:
        hashes = " and ".join(dict.fromkeys(pack.hash for pack in same_id))
        raise DefinitionError(
            f"the pack {quoted(id)} has another content: its hash should be {quoted(hash)}, but is {hashes}; {_REMEDY}"
        )
    known = ", ".join(f"{pack.id} with the hash {pack.hash}" for pack in packs)
    raise DefinitionError(f"the pack {quoted(id)} with the hash {quoted(hash)} is missing; known: {known}; {_REMEDY}")
