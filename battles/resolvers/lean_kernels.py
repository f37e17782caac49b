"""How compiled rules call one another, and what the compiler is told of a record.

By itself it takes three things for possible that no rule does. It then asks after every call whether something was
raised, and reads a field again after every number that is written.

- Rules raise nothing: a kernel returns its value itself instead of writing it to memory beside a code that says how it
  went. What the compiler's own library would raise stops the process.
- Fields of a record lie apart: each access says where the field begins that it reads or writes, so that a number may be
  kept while another field is written. What a rule is given as a row of its own may be any field's.
- A record is there: its fields may be read before it is sure that they are needed.

Imported only where rules are compiled. While the bounds of rows are checked, which raises, nothing of this is done.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import RETCODE_OK, CPUCallConv, Status, excinfo_ptr_t
from numba.core.cpu import CPUContext
from numba.core.datamodel.models import NestedArrayModel
from numba.core.datamodel.registry import register_default
from numba.np import arrayobj

CONTEXT: Any = CPUContext
ROWS: Any = arrayobj
MEMBERS: Any = cgutils
RECORDS: Any = types.Record
LAST_STEPS = 6
"""An access to memory and what makes a number of the record's into one of a rule's are no more steps than this."""
ALL_WENT_WELL = Status(
    code=RETCODE_OK, is_ok=cgutils.true_bit, is_none=cgutils.false_bit, is_error=cgutils.false_bit,
    is_python_exc=cgutils.false_bit, is_user_exc=cgutils.false_bit, is_stop_iteration=cgutils.false_bit,
    excinfoptr=ir.Constant(excinfo_ptr_t, ir.Undefined))  # fmt: skip


class PlainReturn(CPUCallConv):
    """A kernel is a function from its arguments to its value, and raises nothing."""

    def get_function_type(self: Any, restype: Any, argtypes: Any) -> Any:
        """What the function takes and returns."""
        taken = self._get_arg_packer(argtypes).argument_types
        return ir.FunctionType(self.get_return_type(restype).pointee, list(taken))

    def decorate_function(self: Any, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:
        """Names for the arguments; records are there."""
        packer = self._get_arg_packer(fe_argtypes)
        packer.assign_names(self.get_arguments(fn), [f"arg.{name}" for name in args])
        if len(fn.args) == len(fe_argtypes):
            for argument, kind in zip(fn.args, fe_argtypes, strict=True):
                if isinstance(kind, types.Record):
                    argument.add_attribute("nonnull")
                    argument.add_attribute("noundef")
                    argument.attributes.dereferenceable = kind.size

    def get_arguments(self, func: Any) -> Any:
        """All arguments are the rule's own."""
        return func.args

    def call_function(
        self: Any, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> Any:
        """Call a kernel; all went well."""
        given = list(self._get_arg_packer(argtys).as_arguments(builder, args))
        value = builder.call(callee, given, attrs=tuple(attrs or ()))
        return ALL_WENT_WELL, self.context.get_returned_value(builder, resty, value)

    def return_value(self, builder: Any, retval: Any) -> None:
        """Return a value."""
        builder.ret(retval)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        """Nothing was raised that could be passed on."""
        builder.unreachable()

    def _stop(self, builder: Any, *told: Any, **more: Any) -> None:
        trap = builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ()))
        builder.call(trap, [])
        builder.unreachable()

    return_native_none = return_exc = return_stop_iteration = return_user_exc = return_dynamic_user_exc = _stop


def _tag(builder: Any, step_kind: Any, operand: int, pointer: Any, field: str) -> None:
    """Say of the access to a place in a record which field it is."""
    add = builder.module.add_metadata
    kind = add([field, add(["record"]), ir.Constant(ir.IntType(64), 0)])
    tag = add([kind, kind, ir.Constant(ir.IntType(64), 0)])
    steps = builder.block.instructions[-LAST_STEPS:]
    next(step for step in reversed(steps)
         if isinstance(step, step_kind) and step.operands[operand] is pointer).set_metadata("tbaa", tag)  # fmt: skip


class FieldRow(types.NestedArray):
    """The row or table that is one field of a record: rows at other places are of another type."""

    def __init__(self: Any, dtype: Any, shape: Any, at: int) -> None:
        self.at = at
        super().__init__(dtype, shape)
        self.name = f"{self.name} at {at}"

    @property
    def key(self: Any) -> Any:
        """What tells it from others."""
        return self.dtype, self.shape, self.at


def field_type(record: Any, name: str) -> Any:
    """The compiled type of a field of a record."""
    kind, at = record.fields[name].type, record.fields[name].offset
    return FieldRow(kind.dtype, kind.shape, at) if isinstance(kind, types.NestedArray) else kind


def _tag_rows() -> None:
    """Tell of what stands in a row of a record where the row begins."""
    register_default(FieldRow)(NestedArrayModel)
    RECORDS.typeof = field_type
    load, store = ROWS.load_item, ROWS.store_item

    def load_item(context: Any, builder: Any, arrayty: Any, ptr: Any) -> Any:
        value = load(context, builder, arrayty, ptr)
        if isinstance(arrayty, FieldRow):
            _tag(builder, ir.LoadInstr, 0, ptr, f"at {arrayty.at}")
        return value

    def store_item(context: Any, builder: Any, arrayty: Any, val: Any, ptr: Any) -> Any:
        done = store(context, builder, arrayty, val, ptr)
        if isinstance(arrayty, FieldRow):
            _tag(builder, ir.StoreInstr, 1, ptr, f"at {arrayty.at}")
        return done

    ROWS.load_item, ROWS.store_item = load_item, store_item


def _tag_numbers() -> None:
    """Tell of a number in a record where it stands."""
    member, unpack, pack = MEMBERS.get_record_member, CONTEXT.unpack_value, CONTEXT.pack_value

    def get_record_member(builder: Any, record: Any, offset: int, typ: Any) -> Any:
        pointer = member(builder, record, offset, typ)
        pointer.stands_at = offset
        return pointer

    def unpack_value(self: Any, builder: Any, ty: Any, ptr: Any, align: Any = None) -> Any:
        value = unpack(self, builder, ty, ptr, align)
        if hasattr(ptr, "stands_at") and isinstance(ty, types.Number):
            _tag(builder, ir.LoadInstr, 0, ptr, f"at {ptr.stands_at}")
        return value

    def pack_value(self: Any, builder: Any, ty: Any, value: Any, ptr: Any, align: Any = None) -> Any:
        done = pack(self, builder, ty, value, ptr, align)
        if hasattr(ptr, "stands_at") and isinstance(ty, types.Number):
            _tag(builder, ir.StoreInstr, 1, ptr, f"at {ptr.stands_at}")
        return done

    MEMBERS.get_record_member = get_record_member
    CONTEXT.unpack_value, CONTEXT.pack_value = unpack_value, pack_value


def call_plainly(context: Any) -> Any:
    """How a process's kernels call one another."""
    if not hasattr(context, "plain_return"):
        convention: Any = PlainReturn
        context.plain_return = convention(context)
    return context.plain_return


def be_lean() -> None:
    """Make the compiler of this process so."""
    CONTEXT.call_conv = property(call_plainly)
    _tag_rows()
    _tag_numbers()
