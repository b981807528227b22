"""Compilation of the kernel with Numba, to machine code that runs without it.

Numba compiles twins of the plain functions: their code with other globals, in which tables are arrays and functions
are twins. The plain code therefore stays callable, and both can be compared.

A C function, whose arguments are pointers and 64-bit integers, calls the twin of a loop. LLVM optimises them with
everything that they call as one program, which needs no part of Numba's runtime. A process that finds the machine code
on disk therefore imports only llvmlite, which takes a tenth of the time that Numba takes to start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from ctypes import CFUNCTYPE, addressof, c_char, c_int64
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import get_annotations
from logging import getLogger
from threading import RLock
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, cast, final
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from cairn_rules.cairn.batch.code_cache import CodeCache, digest

NUMBA_IS_INSTALLED: Final = find_spec("numba") is not None
_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({"error_model": "numpy"})
"""Options of Numba: no operation is checked, because none can fail."""
_LOGGER: Final = getLogger(__name__)


@final
class Compiler:
    """The compiled loops of some modules.

    Args:
        modules: The modules whose functions call one another. Their names must not clash.
        replaced: Functions to compile instead of those of the same name.
        arrays: Type of each parameter of a loop that is an array, by name; rows of several numbers have a subarray
            type. Other parameters are integers. The last one is `stop`, and no row from there on is used.
    """

    def __init__(
        self,
        modules: Collection[ModuleType],
        replaced: Mapping[str, Callable[..., Any]],
        arrays: Mapping[str, np.dtype[Any]],
    ) -> None:
        self._arrays: Final = arrays
        names: dict[str, Any] = {}
        for each in (*map(vars, modules), replaced):
            names.update(each)
        self._plain: Final = names
        self._own: Final = {each.__module__ for each in replaced.values()} | {each.__name__ for each in modules}
        self._llvm: Final[Any] = import_module("llvmlite.binding")
        self._llvm.initialize_native_target()
        self._llvm.initialize_native_asmprinter()
        features = ""
        with suppress(RuntimeError):  # LLVM does not know those of every processor
            features = self._llvm.get_host_cpu_features().flatten()
        self._processor: Final = self._llvm.get_host_cpu_name(), features
        version = import_module("llvmlite").__version__
        facts = self._llvm.get_process_triple(), *self._processor, version
        self._cache: Final = CodeCache(digest(modules, (*replaced.values(), Compiler._compiled), facts))
        self._lock: Final = RLock()
        self._has_told = False

    def entry(self, name: str) -> Callable[..., Any]:
        """Return a loop. It is loaded or compiled when it is first called, and lets other threads run."""
        loaded: list[Callable[..., Any]] = []

        def call(*arguments: Any) -> Any:
            if not loaded:
                with self._lock:
                    loaded.append(self._load(name))
            return loaded[0](*arguments)

        return call

    def is_stored(self, name: str) -> bool:
        """Return whether the machine code of a loop is on disk."""
        return self._cache.read(name) is not None

    def dispatcher(self, name: str) -> Callable[..., Any]:
        """Return a function compiled by Numba, for arguments of any types. It is not stored on disk."""
        self._tell_once("for this process only")
        return cast("Callable[..., Any]", self._twins[name])

    def _load(self, name: str) -> Callable[..., Any]:
        """Return the function for the machine code of a loop, which refuses arrays of other types."""
        code = self._cache.read(name)
        if code is None:
            code = self._compiled(name)
            self._cache.write(name, code)
        engine = self._llvm.create_mcjit_compiler(self._llvm.parse_assembly(""), self._machine())
        engine.add_object_file(self._llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        loop = self._plain[name]
        readers = [
            _pointer_to(self._arrays[parameter]) if parameter in self._arrays else int
            for parameter in _parameters(loop)
        ]
        result = c_int64 if _has_result(loop) else None
        function = CFUNCTYPE(result, *[c_int64] * len(readers))(engine.get_function_address(name))

        def call(*arguments: Any, _engine: object = engine) -> Any:
            """Call the machine code, which belongs to the engine."""
            return function(*[reader(argument) for reader, argument in zip(readers, arguments, strict=True)])

        return call

    def _machine(self) -> Any:
        """Return the settings for machine code that this process runs itself."""
        target = self._llvm.Target.from_triple(self._llvm.get_process_triple())
        cpu, features = self._processor
        reloc = "static" if target.name.startswith("x86") else "default"
        return target.create_target_machine(
            cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
        )

    def _compiled(self, name: str) -> bytes:
        """Return the machine code of a loop, which can also run in other processes."""
        self._tell_once("once for each version and machine")
        # 1. the twin and all that it calls, in the language of LLVM
        numba: Any = import_module("numba")
        loop = self._plain[name]
        arrays = {each: self._arrays[each] for each in _parameters(loop) if each in self._arrays}
        result = numba.int64 if _has_result(loop) else numba.void
        types = [
            numba.types.CPointer(numba.from_dtype(self._arrays[each].base)) if each in arrays else numba.int64
            for each in _parameters(loop)
        ]
        caller = _with_pointers(loop, arrays, {"loop": self._twins[name], "carray": numba.carray})
        function = numba.cfunc(result(*types), **_OPTIONS)(caller)
        module = self._llvm.parse_assembly(function.inspect_llvm())
        # 2. optimised with one way in, so that code for errors and memory that nothing needs goes
        for each in (*module.functions, *module.global_variables):
            if not each.is_declaration:
                each.linkage = "internal"
        entry = module.get_function(function.native_name)
        entry.linkage = "external"
        entry.name = name
        machine = self._machine()
        passes = self._llvm.create_pass_builder(machine, self._llvm.create_pipeline_tuning_options(3))
        passes.getModulePassManager().run(module, passes)
        missing = {each.name for each in (*module.functions, *module.global_variables) if each.is_declaration}
        assert all(each.startswith("llvm.") for each in missing), f"the loop {name} needs more than LLVM: {missing}"
        return cast("bytes", machine.emit_object(module))

    def _tell_once(self, how_often: str) -> None:
        """Log that something is compiled, once."""
        if not self._has_told:
            _LOGGER.warning("Numba compiles the kernel of batches: about half a minute in all, %s", how_often)
            self._has_told = True

    @cached_property
    def _twins(self) -> dict[str, Any]:
        """The names of the modules, in which functions are to be compiled, and tables are arrays."""
        numba: Any = import_module("numba")
        names = dict(self._plain)
        for name, value in self._plain.items():
            if isinstance(value, tuple):
                table = cast("tuple[int, ...]", value)
                names[name] = np.array(table, _type_for(table))
            elif isinstance(value, FunctionType) and value.__module__ in self._own:
                names[name] = numba.njit(nogil=True, **_OPTIONS)(FunctionType(value.__code__, names, name))
        return names


def _parameters(function: FunctionType) -> tuple[str, ...]:
    """Return the names of a function's parameters."""
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _has_result(function: FunctionType) -> bool:
    """Return whether a function returns a number."""
    return get_annotations(function, eval_str=True)["return"] is int


def _with_pointers(
    loop: FunctionType, arrays: Mapping[str, np.dtype[Any]], names: dict[str, Any]
) -> Callable[..., Any]:
    """Return a function that takes pointers for arrays, and calls `loop`."""
    parameters = _parameters(loop)
    sizes = {name: "".join(f", {size}" for size in kind.shape) for name, kind in arrays.items()}
    values = [f"carray({each}, (stop{sizes[each]},))" if each in sizes else each for each in parameters]
    source = f"def call({', '.join(parameters)}):\n    return loop({', '.join(values)})"
    exec(source, names)  # noqa: S102 - our own text, because Numba wants a function with so many arguments
    return cast("Callable[..., Any]", names["call"])


def _pointer_to(kind: np.dtype[Any]) -> Callable[[NDArray[Any]], int]:
    """Return a function that returns the address of an array whose rows have a type. It remembers the last array."""
    base, shape, is_record = kind.base, kind.shape, kind.base.names is not None
    last: tuple[Callable[[], NDArray[Any] | None], int] = (lambda: None, 0)

    def pointer(array: NDArray[Any]) -> int:
        nonlocal last
        known, place = last  # both at once, because threads share them
        if known() is array:
            return place
        if array.dtype != base or array.shape[1:] != shape:
            raise TypeError(f"the loop takes rows of {kind}, not an array of {array.dtype} of shape {array.shape}")
        if not array.size:
            return 0  # nothing is read
        place = addressof(c_char.from_buffer(cast("Any", array.view(np.int8) if is_record else array)))
        last = ref(array), place
        return place

    return pointer


def _type_for(table: tuple[int, ...]) -> type[np.signedinteger[Any]]:
    """Return the smallest signed type for the numbers of a table."""
    limit = max(map(abs, table))
    return np.int8 if limit < 1 << 7 else np.int16 if limit < 1 << 15 else np.int32
