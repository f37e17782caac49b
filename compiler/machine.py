"""LLVM: makes a program into the processor's own code, and loads such code into this process."""

import ctypes
import functools
import hashlib
import platform
from typing import Any

import llvmlite.binding as llvm

FAULT, FAULTS = "bivouac.fault", ctypes.c_int64(0)
"""The address of a sentence, known by this name to all programs: a rule that goes wrong notes in it where."""

INLINED = 600
"""Up to which size, as LLVM counts it, a rule is put in place of a call; LLVM's own measure is 225."""


@functools.cache
def processor() -> tuple[str, str]:
    """This processor's name, and what it can do, without its widest instructions: rules have short rows."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features()
    features.update({name: False for name in features if name.startswith(("avx512", "avx10"))})
    return llvm.get_host_cpu_name(), str(features.flatten())


@functools.cache
def name_of_processor() -> str:
    """Return a short name of this processor and what it can do: code is made for one."""
    return hashlib.sha256(repr((platform.machine(), processor())).encode()).hexdigest()[:12]


def digest_of(text: str) -> str:
    """Return a short name of the code of a program in LLVM's language."""
    made_from = (text, processor(), llvm.llvm_version_info, f"optimised: 3, inlined: {INLINED}, anywhere in memory")
    return hashlib.sha256(repr(made_from).encode()).hexdigest()[:24]


@functools.cache
def target() -> Any:
    """Describe the machine to make code for: code that may lie anywhere in memory."""
    name, features = processor()
    triple = llvm.get_process_triple()
    reloc = "static" if triple.startswith("x86") else "default"
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=name, features=features, opt=3, reloc=reloc, codemodel="jitdefault", jit=True
    )


def made(text: str) -> bytes:
    """Return the code of a program in LLVM's language."""
    machine = target()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    wishes = llvm.create_pipeline_tuning_options(speed_level=3)
    wishes.slp_vectorization = wishes.loop_vectorization = True
    wishes.inlining_threshold = INLINED
    builder = llvm.create_pass_builder(machine, wishes)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class Loaded:
    """The code that this process has loaded."""

    def __init__(self) -> None:
        processor()
        llvm.add_symbol(FAULT, ctypes.addressof(FAULTS))
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target())

    def add(self, code: bytes) -> None:
        """Load a program; what it calls may follow before anything is run."""
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))

    def finish(self) -> None:
        """Join what was loaded."""
        self._engine.finalize_object()

    def address(self, symbol: str) -> int:
        """Return the address of a rule's first instruction; 0 where it is not loaded."""
        return int(self._engine.get_function_address(symbol))


@functools.cache
def loaded() -> Loaded:
    """Return the code of this process."""
    return Loaded()
