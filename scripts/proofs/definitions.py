"""Definitions of Coq for the constants that theorems are about: their list, and their open variables.

The theorems of proofs/ know constants by the names that they have here. A constant is found by its comment
`// proof N.M`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

from proofs.expressions import ExpressionError, Range, Value
from proofs.reader import ClaimError, Reader
from proofs.source import Source
from proofs.symbolic import Term, decided, function

# Open variables of definitions.
CAPACITY, BITS, Q = (Term(name) for name in ("Capacity", "bits", "q"))


@dataclass(frozen=True)
class Cases:
    """Parameter whose values have specialisations of their own."""

    name: str
    values: tuple[int, ...]

    def chosen(self) -> int:
        return next((value for value in self.values[:-1] if Term(self.name) == value), self.values[-1])


@dataclass(frozen=True)
class Most:
    """Member function `most` of the constant `factors`, of the same proof."""

    factors: str

    def of(self, reader: Reader) -> Callable[[], Value]:
        factors = reader(self.factors)
        return lambda: factors[-1] if isinstance(factors, tuple) else factors


def lengths(least: Value, greatest: Value) -> Value:
    """Stands for a range of moduli by the lengths of its ends."""
    return SimpleNamespace(least=least, greatest=greatest)


class Definitions:
    """Definitions, section by section."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.texts: list[str] = []
        self.names: list[str] = []

    def add(self, name: str, parameters: str, proof: str, constant: str, *path: Value, **known: Value) -> None:
        """Adds a definition with the given `parameters`, in Coq's syntax. `path` leads from the constant to the value:
        a tuple holds the arguments of a call, a string is the name of a member, a number the index of an element."""

        def value() -> Value:
            reader = Reader(self.source, proof)
            chosen = {name: value.chosen() if isinstance(value, Cases) else value for name, value in known.items()}
            chosen = {name: value.of(reader) if isinstance(value, Most) else value for name, value in chosen.items()}
            found = reader(constant, moduli_of_lengths=lengths, **chosen)
            for step in path:
                step = step.chosen() if isinstance(step, Cases) else step
                if isinstance(step, tuple):
                    found = found(*step)
                else:
                    found = getattr(found, step) if isinstance(step, str) else found[step]
            return found

        try:
            term = decided(value)
        except (ClaimError, ExpressionError) as error:
            raise ClaimError(f"{name}: {error}") from None
        self.names.append(name)
        if parameters and ":" not in parameters:
            parameters = f"({parameters} : Z)"
        self.texts.append(f"Definition {name} {parameters}{' ' if parameters else ''}:=\n  {term}.")

    def text(self) -> str:
        head = "(** Written by scripts/prove from the sources. *)\nFrom Ringlet Require Import Words.\n"
        return "\n".join([head, *self.texts]) + "\n"

    @classmethod
    def of(cls, source: Source) -> "Definitions":
        definitions = cls(source)
        for section in SECTIONS:
            section(definitions.add)
        return definitions


Add = Callable[..., None]


def shift_count(_: Value, count: Value) -> Value:
    return count


def sections_1_to_4(add: Add) -> None:
    """Words: constants of a modulus, quotients of Barrett and Shoup."""
    word = {"word_bits": Term("W"), "bits": BITS, "q": Q, "power_of_two_quotient": lambda e, q: 2**e // q}
    modulus = SimpleNamespace(q=Q, product_quotient=Term("quotient"), word_quotient=Term("quotient"))
    add("product_quotient", "W bits q", "1.1", "product_quotient", **word)
    add("word_quotient", "W q", "1.1", "word_quotient", **word)
    add("word_shoup_quotient", "w q", "1.1", "make_shoup_pair", (Term("w"), modulus), "high")
    known = {"product_quotient": Term("quotient"), "coarse": lambda _: Term("coarse"), "m": None}
    add("ifma_product_quotient", "quotient coarse", "1.1", "product_quotient_", **known)
    add("ifma_word_quotient", "quotient", "1.1", "word_quotient_", word_quotient=Term("quotient"))
    pair = SimpleNamespace(quotient=Term("quotient"))
    codec = {"make_shoup_pair": lambda w, m: pair, "w": 0, "m": None}
    add("ifma_shoup_quotient", "quotient", "1.1", "group[count + index]", **codec)

    sizes = {"Word": Term("bytes"), "sizeof": lambda word: word}
    known = {"Capacity": CAPACITY, "log2_of": lambda _: Term("log_of_capacity")}
    add("shoup_capacity", "Capacity", "1.2", "ShoupBounds::capacity", **known)
    cells = {"Cell": Term("bytes"), "sizeof": lambda word: word}
    add("shoup_modulus_bits", "bytes log_of_capacity", "1.2", "Shoup::moduli", "greatest", **cells, **known)
    add("fma_capacity", "Capacity", "1.2", "Fma53::capacity", **known)
    add("fma_modulus_bits", "log_of_capacity", "1.2", "Fma53::moduli", "greatest", **known)
    shifts = {"shift_left": shift_count, "x": None, "y": None, "sub": lambda x, y: x - y}
    add("barrett_normalisation", "bytes bits", "2.1", "normalisation_", bits=BITS, **sizes)
    known = {"Capacity": CAPACITY, "shortfall": Term("shortfall")}
    add("barrett_lazy_capacity", "shortfall", "2.1", "lazy_capacity", **known)
    known["lazy_capacity"] = function("barrett_lazy_capacity")(Term("shortfall"))
    factor = {"Factor": Term("Factor"), "log2_of": function("Z.log2")}
    add("barrett_log_factor", "Factor", "2.1", "log_factor", **factor)
    shifts |= {"log_factor": function("barrett_log_factor")(Term("Factor")), "normalisation_": Term("normalisation")}
    add("barrett_shift_x", "Factor", "2.1", "shifted_x", **shifts)
    add("barrett_shift_y", "Factor normalisation", "2.1", "shifted_y", **shifts)
    add("barrett_bound", "Capacity shortfall", "2.1", "product_bound", **known)
    add("barrett_room", "Capacity shortfall", "2.1", "product_room", **known)
    add("ifma_log_direct", "direct", "2.2", "log_direct", direct=Term("direct"), log2_of=function("Z.log2"))
    log_direct = function("ifma_log_direct")(Term("direct"))
    known = {**shifts, "log_direct": log_direct}
    add("ifma_shift_x", "direct", "2.2", "shifted_x", **known)
    add("ifma_shift_y", "direct normalisation", "2.2", "shifted_y", **known)
    add("ifma_limit", "", "2.2", "product_limit")
    add("ifma_coarse", "bits q", "2.2", "return", q=Q, bits=BITS, m=None)
    known = {"bits": BITS, "coarse": lambda _: Term("coarse"), "m": None}
    add("ifma_normalisation", "bits coarse", "2.2", "normalisation_", **known)
    add("ifma_direct", "Capacity Factor", "2.2", "direct", Capacity=CAPACITY, Factor=Term("Factor"))

    sum_with_next = {"add": lambda x, y: x + y, "next_34_bits": lambda _: Term("next"), "m": None}
    add("pair_normalisation", "bits", "2.3", "normalisation_", bits=BITS)
    add("pair_product_high", "quotient", "2.3", "product_high_", product_quotient=Term("quotient"))
    known = {"product_quotient": Term("quotient"), **sum_with_next}
    add("pair_product_low", "quotient next", "2.3", "product_low_", **known)
    add("pair_product_bound", "", "2.3", "product_bound")
    add("pair_product_room", "Capacity", "2.3", "product_room", Capacity=CAPACITY)
    known = {"product_quotient": Term("quotient"), "bits": BITS, "q": Q}
    add("long_least_bits", "", "2.4", "moduli", "least")
    add("long_most_bits", "", "2.4", "moduli", "greatest")
    add("long_product_quotient", "quotient", "2.4", "product_quotient_", **known)
    add("long_normalisation", "bits", "2.4", "normalisation_", **known)
    add("long_product_limit", "", "2.4", "product_limit")
    add("word_bound", "", "3.1", "word_bound")
    add("pair_word_high", "quotient", "3.2", "word_high_", word_quotient=Term("quotient"))
    add("pair_word_low", "quotient", "3.2", "word_low_", word_quotient=Term("quotient"))
    add("pair_word_bound", "", "3.2", "word_bound")
    add("leading_least_bits", "", "3.3", "min_bits")
    add("leading_shift", "bits", "3.3", "leading_", **known)
    add("leading_quotient", "quotient", "3.3", "quotient_of_q_", **known)
    add("leading_minus_q", "q", "3.3", "minus_q_", **known)
    add("leading_longest", "", "3.3", "longest_modulo_2_52")

    operand = (Term("operand"),)
    add("shoup_product_bound", "Capacity operand", "4.1", "product_bound", operand, Capacity=CAPACITY)
    for kind, proof in (("exact", "4.1"), ("short", "4.2")):
        add(f"{kind}_shortfall", "", proof, "shortfall")
        shortfall = Term(f"{kind}_shortfall")
        known = {"Capacity": CAPACITY, "shortfall": shortfall}
        add(f"{kind}_bound", "Capacity operand", proof, "bound", operand, **known)
        add(f"{kind}_fixed_bound", "", proof, "fixed_bound", shortfall=shortfall)
    add("two_limb_bound", "", "4.3", "bound", operand)
    add("two_limb_next", "remainder q", "4.3", "next", remainder=Term("remainder"), m=modulus)
    limbs = {"quotient": Term("quotient"), "next": Term("next")}
    add("two_limb_high", "quotient", "4.3", "group[count + index]", **limbs)
    add("two_limb_low", "quotient next", "4.3", "group[2 * count + index]", **limbs)
    add("packed_bound", "", "4.4", "fixed_bound")
    add("truncated_bound", "Capacity operand", "4.5", "bound", operand, Capacity=CAPACITY)
    add("truncated_fixed_bound", "", "4.5", "fixed_bound")
    known = {"w": Term("w"), "bits": BITS, "product_quotient": Term("quotient"), "mul_high": function("mul_high 128")}
    add("double_quotient_estimate", "w bits quotient", "4.6", "quotient", **known)
    add("long_shoup_limit", "", "4.7", "fixed_limit")


def sections_5_to_7(add: Add) -> None:
    """Butterflies, and the ranges that schedules derive."""
    x, lift, bound, reduced = Term("x"), Term("lift"), function("bound"), function("reduced")
    in_range, with_bound = "(x : range)", "(Capacity : Z) (bound : Z -> Z)"
    shoup = {"Capacity": CAPACITY, "bound": bound}
    add("shoup_ct_offset", with_bound, "5.1", "ct_offset", **shoup)
    add("shoup_ct_result", f"{with_bound} {in_range}", "5.1", "ct_result", (x,), **shoup)
    add("shoup_ct_accepts", f"{with_bound} {in_range}", "5.1", "ct_accepts", (x,), **shoup)
    add("shoup_reduced_bound", "Capacity b", "5.1", "reduced_bound", (Term("b"),), **shoup)
    add("shoup_prepared", f"(Capacity : Z) {in_range}", "5.1", "prepared", (x, 0), **shoup)
    add("shoup_max_lift", "", "5.1", "max_lift")
    known = {"q": Q, "m": None, "ct_offset": Term("offset"), **shoup}
    add("shoup_ct_offset_q", "offset q", "5.1", "ct_offset_q_", **known)
    add("shoup_half_capacity_q", "Capacity q", "5.1", "half_capacity_q_", **known)

    def first(start: Value, *_: Value) -> Value:
        return start

    add("ifma_quotient_start", "", "5.2", "quotient", madd52_high=first, y=None, w=None, quotient=None)
    add("ifma_lifted_start", "lift", "5.2", "start", lift=lift)
    add("ifma_ct_result", in_range, "5.2", "ct_result", (x,))
    add("ifma_ct_accepts", f"(Capacity : Z) {in_range}", "5.2", "ct_accepts", (x,), Capacity=CAPACITY)
    add("ifma_max_lift", "Capacity", "5.2", "max_lift", Capacity=CAPACITY)
    parameters = f"(reduced : Z -> Z) {in_range} (lift : Z)"
    add("ifma_prepared", parameters, "5.2", "prepared", (x, lift), reduced_bound=reduced)
    add("ifma_reduced_bound", "Capacity b", "3.1", "reduced_bound", (Term("b"),), Capacity=CAPACITY)
    add("ifma_minus_q", "q", "7.1", "minus_q_", q=Q, m=None)
    add("radix52_limb_mask", "", "7.1", "limb_mask")
    add("ifma_significant_bits", "", "7.1", "traits", "significant_bits")
    add(
        "ifma_modulus_bits",
        "log_of_capacity",
        "7.1",
        "moduli",
        "greatest",
        log2_of=lambda _: Term("log_of_capacity"),
        Capacity=0,
    )

    arithmetic = {name: function(name) for name in ("ct_accepts", "ct_result", "prepared", "product_bound")}
    arithmetic |= {"reduced_bound": reduced, "max_lift": Term("max_lift"), "capacity": Term("capacity")}
    stage = {**arithmetic, "prepares": lambda before, remaining: prepares, "lift": lambda remaining, final: lift}
    prepares = Term("prepares")
    remaining = Term("remaining")
    parameters = "(ct_accepts : range -> bool) (max_lift : Z) (before : range) (remaining : Z)"
    add("forward_prepares", parameters, "5.3", "prepares", (Term("before"), remaining), **arithmetic)
    add(
        "forward_lift",
        "(max_lift remaining : Z) (final : bool)",
        "5.3",
        "lift",
        (remaining, Term("final")),
        **arithmetic,
    )
    parameters = (
        "(ct_result : range -> range) (prepared : range -> Z -> range) (prepares : bool) (lift : Z) (before : range)"
    )
    add("forward_after_stage", parameters, "5.3", "after_stage", (Term("before"), remaining, Term("final")), **stage)
    # Kinds of input, in their order.
    add("forward_entry_words", "", "5.3", "entry", (1, 0), canonical_words=0, lazy_words=1, most=Most("forward_inputs"))
    parameters = "(ct_result : range -> range) (prepared : range -> Z -> range) (capacity max_lift : Z)"
    add("forward_between_passes", parameters, "5.3", "between_passes", (0,), **arithmetic)
    add("forward_product_range", "(product_bound : Z -> Z) (capacity : Z)", "5.3", "product_range", (), **arithmetic)

    add("gs_offset", "Capacity", "6.1", "gs_offset", Capacity=CAPACITY)
    add("ifma_gs_offset_q", "offset q", "6.1", "gs_offset_q_", gs_offset=Term("offset"), q=Q, m=None)
    add("inverse_limit", "capacity", "6.1", "limit", **arithmetic)
    parameters = "(product_bound reduced : Z -> Z) (capacity : Z)"
    add("inverse_between_passes", parameters, "6.1", "between_inverse_passes", (), **arithmetic)
    add("inverse_input_words", "", "6.1", "inverse_input", (), from_words=True, most=Most("inverse_inputs"))
    twisted = {"input": 4, "twisted_cells": 4, **arithmetic}
    add("inverse_twisted", "(product_bound : Z -> Z) (capacity : Z)", "6.1", "inverse_cells", (), **twisted)


def section_10(add: Add) -> None:
    """Integers in doubles, and the first subtraction of element-wise operations, as in both arithmetics of 52 bits."""
    step = {"x": None, "subtract_once": lambda x, step: step, "Factor": 8, "modulus_": Q}
    add("eltwise_subtrahend", "q", "9.1", "x", **step)
    operand = (Term("operand"),)
    add("rounder", "", "10.2", "rounder")
    add("two_52", "", "10.1", "two_52")
    add("fma_product_bound", "Capacity operand", "10.3", "product_bound", operand, Capacity=CAPACITY)
    add("fma_leading_bits", "quotient", "10.3", "leading_53_bits", shoup_quotient=Term("quotient"))
    add("fma_reduced_bound", "", "10.4", "reduced_bound", (0,))
    known = {
        "product_bound": function("bound"),
        "capacity": Term("capacity"),
        "reduced_bound": lambda _: Term("reduced"),
    }
    parameters, x = "(bound : Z -> Z) (capacity : Z) (x : range)", (Term("x"),)
    add("fma_ct_result", parameters, "10.5", "ct_result", x, **known)
    add("fma_ct_accepts", parameters, "10.5", "ct_accepts", x, **known)
    add("fma_prepared", "(reduced : Z) (x : range)", "10.5", "prepared", (Term("x"), 0), **known)
    add("fma_max_lift", "", "10.5", "max_lift")
    slowly = {"max_lift": Term("max_lift"), "growth": Term("growth"), "capacity": Term("capacity")}
    add("forward_growth", "(ct_result : range -> range)", "10.5", "growth", ct_result=function("ct_result"))
    add("forward_grows_slowly", "max_lift growth capacity", "10.5", "grows_slowly", **slowly)
    grown = {"growth": Term("growth"), "capacity": Term("capacity"), "grows_slowly": True}
    grown |= {"reduced_bound": lambda _: Term("reduced")}
    add("fma_room", "capacity growth stages", "10.5", "room", (Term("stages"),), **grown)
    parameters = "reduced capacity growth before stages"
    add("fma_after_pass", parameters, "10.5", "after_pass", (Term("before"), Term("stages")), **grown)
    finish = {"Factor": 1, "from": Term("from"), "capacity": Term("capacity")}
    add("fma_finishes_at_once", "capacity from", "10.6", "if", **finish)
    add("fma_gs_offset", "Capacity", "10.7", "gs_offset", Capacity=CAPACITY)
    add("fma_min_modulus_bits", "", "10.8", "Fma53::moduli", "least", log2_of=lambda _: 0, Capacity=0)
    add("fma_product_factor", "f q", "10.8", "product_factor", (Term("f"), Q))


def section_17(add: Add) -> None:
    """Moduli of several words."""
    widths = {"limbs": Term("limbs"), "count": Term("words"), "limb_count": Term("limbs")}
    add("bits_of_own_inverse", "", "17.1", "bits_of_own_inverse")
    add("words_modulus_bits", "words", "17.2", "traits", "modulus_bits", **widths)
    add("words_max_products", "", "17.3", "traits", "max_products", **widths)
    add("limbs_shift", "limbs words", "17.4", "shift", **widths)
    add("limbs_modulus_bits", "words", "17.4", "traits", "modulus_bits", **widths)
    add("limbs_max_products", "", "17.5", "traits", "max_products", **widths)


def section_16(add: Add) -> None:
    """Dot products."""
    unit = {"dropped": Term("dot_long_dropped"), "limb_bits": Term("limb_bits"), "modulus_": Q}
    for name, proof in (("words", "16.1"), ("52", "16.2"), ("long", "16.3"), ("limbs", "16.4")):
        parameter = "limb_bits" if name == "limbs" else ""
        add(f"dot_{name}_bits", parameter, proof, "traits", "modulus_bits", **unit)
        add(f"dot_{name}_products", parameter, proof, "traits", "max_products", **unit)
    add("dot_words_factor", "", "16.1", "remainder_factor")
    add("dot_52_extension", "", "16.2", "traits", "extension", **unit)
    add("dot_52_factor", "", "16.2", "remainder_factor")
    add("dot_52_minus_q", "q", "16.2", "minus_q_", **unit)
    add("dot_52_word_quotient", "quotient", "16.2", "out[1]", word_quotient=Term("quotient"))
    add(
        "dot_52_unit_quotient",
        "quotient",
        "16.2",
        "out[3]",
        unit=SimpleNamespace(quotient=Term("quotient")),
        quotient=Term("quotient"),
    )
    add("dot_long_dropped", "", "16.3", "dropped")
    add("dot_long_unit", "", "16.3", "unit", **unit)
    # Powers of two by their exponents.
    inverse = {"bits": BITS, "q": Q, "double_power_of_two": lambda exponent: exponent, "bit_cast": lambda x: x}
    add("dot_doubles_bits", "bits", "16.8", "traits", "modulus_bits", max_bits=BITS)
    add("dot_doubles_products", "bits", "16.8", "traits", "max_products", max_bits=BITS)
    add("dot_doubles_offset", "bits", "16.8", "grid_offset", max_bits=BITS)
    add("dot_doubles_twice_inverse", "bits q", "16.8", "twice", m=None, **inverse)
    add("dot_doubles_inverse", "twice", "16.8", "inverse", twice=Term("twice"))
    add("dot_doubles_exponent", "bits", "16.8", "out[1]", inverse=1, **inverse)
    add("dot_doubles_quotient_exponent", "bits", "16.8", "out[2]", **inverse)
    add("multiple_fraction_bits", "", "16.5", "fraction_bits")
    modulus, quotient = (SimpleNamespace(q=Q, bits=BITS),), {"power_of_two_quotient": lambda e, q: 2**e // q}
    add("multiple_fraction", "bits q", "16.5", "fraction_of", modulus, **quotient)
    add("multiple_fraction_shift", "bits", "16.5", "fraction_shift", bits=BITS)
    add("multiple_shortfall", "terms", "16.5", "shortfall", (Term("terms"),))
    add("multiple_most_terms", "", "16.5", "most_terms")
    add("multiple_half", "", "16.5", "half")
    add("balanced_half", "width", "16.6", "half", width=Term("width"))
    add("half_of_modulus", "m", "16.7", "half_of", (Term("m"),))
    add("split_bits", "", "16.9", "split_bits")
    add("split_mask", "", "16.9", "mask")


def section_23(add: Add) -> None:
    """Products by residues."""
    add("fraction_excess", "", "23.2", "fraction_excess")
    add("fraction_quarter", "", "23.2", "quarter")
    add("fraction_limb_quarter", "", "23.2", "limb_quarter")


def rows(add: Add) -> None:
    """Products by rows of limbs."""
    limbs = Cases("limbs", (2, 3))
    add("radix52_row_multiple", "limbs", "13.1", "row_multiple", limb_count=limbs)
    add("radix52_row_excess", "limbs", "13.1", "row_excess", limb_count=limbs)
    add("radix52_modulus_bits", "limbs", "13.11", "modulus_bits", limb_count=limbs)
    add("radix52_capacity", "limbs", "13.5", "capacity", limb_count=limbs)
    add("radix52_entry", "limbs", "13.5", "between_inverse_passes", limb_count=limbs)
    add("radix52_min_bits", "limbs", "13.11", "min_modulus_bits", limb_count=limbs)
    top, below = {"limb_count": 2, "top_limb_is_digit": True}, {"limb_count": 3, "top_limb_is_digit": False}
    add("radix52_top_factor", "quotient", "13.11", "factor_", word_quotient=Term("quotient"), **top)
    known = {"product_quotient": Term("quotient"), "bits": BITS, "m": None}
    add("radix52_word_factor", "quotient bits", "13.11", "factor", **known)
    add("radix52_top_finished", "", "13.11", "finished", **top)
    add("radix52_digit_shift", "bits", "13.11", "shift_", bits=BITS, m=None, **below)
    add("radix52_digit_one", "bits", "13.11", "one_", bits=BITS, m=None, **below)
    add("radix52_digit_factor", "quotient", "13.11", "factor_", product_quotient=Term("quotient"), m=None, **below)
    operand = (Term("x"),)
    add("radix52_top_rest", "x", "13.11", "rest", operand, **top)
    add("radix52_digit_rest", "x", "13.11", "rest", operand, **below)
    rest = {"rest": function("rest")}
    add("radix52_reduced_bound", "(rest : Z -> Z) (x : Z)", "13.11", "reduced_bound", operand, **rest)
    add("radix52_right_shift", "bits", "13.12", "right_shift_", bits=BITS, m=None, **below)
    add("radix52_raised_factor", "quotient", "13.12", "raised_factor_", product_quotient=Term("quotient"), m=None)
    add("radix52_raised", "", "13.12", "raised")
    add("radix52_lowered", "", "13.12", "lowered")
    growth, offset, x = Term("growth"), Term("offset"), Term("x")
    stages = {"growth": growth, "offset": offset, "capacity": Term("capacity")}
    add("radix52_product_bound", "growth", "13.5", "product_bound", (0,), **stages)
    add("radix52_gs_offset", "capacity", "13.5", "gs_offset", **stages)
    add("radix52_lifts_products", "limbs", "13.6", "traits", "lifts_products", limb_count=limbs)
    add("radix52_scales_first", "limbs", "13.6", "traits", "scales_first_products", limb_count=limbs)
    add("radix52_lifted_product", "growth lift", "13.6", "lifted_product", (Term("lift"),), **stages)
    add("buffer_coefficients", "input", "13.7", "buffer_coefficients", max_input=Term("input"))
    add("buffer_factors", "limbs", "13.7", "buffer_factors", limb_count=limbs)
    add("buffer_evaluations", "limbs", "13.7", "buffer_evaluations", limb_count=limbs)
    widest = {"buffer_coefficients": Term("coefficients"), "buffer_evaluations": Term("evaluations")}
    add("buffer_widest", "coefficients evaluations", "13.7", "widest", **widest)
    add("radix52_ct_result", "(growth : Z) (x : range)", "13.3", "ct_result", (x,), **stages)
    add("radix52_ct_accepts", "(growth capacity : Z) (x : range)", "13.3", "ct_accepts", (x,), **stages)
    add("radix52_prepared", "(offset : Z) (x : range)", "13.3", "prepared", (x, 0), **stages)
    add("radix52_max_lift", "", "13.3", "max_lift")
    add("row_stages", "", "13.3", "max_row_stages")
    add("tile_stages", "", "13.3", "max_tile_radix_log")
    add("pass_offset", "growth stages", "13.3", "offset", growth=growth, max_stages=Term("stages"))
    add("pass_input", "growth", "13.3", "max_input", growth=growth)
    add("pass_leader", "offset", "13.3", "leader", offset=offset)
    add("pass_between", "growth offset", "13.3", "between_passes", (0,), growth=growth, offset=offset)
    add("all_stages", "", "13.4", "max_stages")
    add("all_offset", "growth", "13.4", "offset", growth=growth)
    add("all_input", "growth", "13.4", "max_input", growth=growth)
    add("all_between", "growth stages", "13.4", "between_passes", (Term("stages"),), growth=growth)
    add("double_row_growth", "", "15.1", "growth")
    add("double_row_modulus_bits", "", "15.1", "moduli", "greatest")
    known = {"quotient": Term("quotient"), "raised": Term("raised"), "w": Term("w"), "m": SimpleNamespace(q=Q)}
    add("double_row_raised", "quotient", "15.1", "raised", **known)
    add("double_row_limbs", "raised w q", "15.1", "limbs", **known)
    add("double_row_next", "w quotient q", "15.1", "w", **known)
    known = {"capacity": Term("capacity"), "reduced_bound": function("reduced")}
    add("double_row_lift", "", "15.2", "lift")
    add("double_row_ct_result", "(x : range)", "15.2", "ct_result", (x,), **known)
    add("double_row_ct_accepts", "(capacity : Z) (x : range)", "15.2", "ct_accepts", (x,), **known)
    add("double_row_prepared", "(reduced : Z -> Z) (x : range)", "15.2", "prepared", (x, 0), **known)
    add("double_row_product_bound", "", "15.3", "product_bound", (0,))
    add("montgomery52_capacity", "limbs", "18.3", "capacity", limb_count=Term("limbs"))
    add("montgomery52_top_shift", "up", "18.3", "out[Layout::top_shift]", up=Term("up"))
    add("montgomery52_below_shift", "up", "18.3", "out[Layout::below_shift]", up=Term("up"))
    add("montgomery52_digit_shift", "down", "18.3", "out[Layout::digit_shift]", down=Term("down"))
    add("montgomery52_limb_mask", "", "18.1", "limb_mask")
    add("montgomery52_capacity_bits", "limbs", "18.1", "capacity_bits", limbs=Term("limbs"))
    add("montgomery52_min_bits", "limbs", "18.3", "min_modulus_bits", limb_count=Term("limbs"))
    place = {"constants": SimpleNamespace(bits=BITS), "limb_count": Term("limbs")}
    add("montgomery52_weight", "bits", "18.3", "weight", **place)
    add("montgomery52_below_top", "limbs", "18.3", "below_top", **place)
    place = {"weight": Term("weight"), "below_top": Term("below_top")}
    add("montgomery52_up", "weight below_top", "18.3", "up", **place)
    add("montgomery52_down", "weight below_top", "18.3", "down", **place)
    numerator = {"numerator": Term("montgomery52_numerator"), "leading": Term("leading")}
    add("montgomery52_numerator", "", "18.3", "numerator")
    add("montgomery52_quotient", "leading", "18.3", "out[Layout::quotient]", **numerator)
    both = (Range(0, Term("x")), Range(0, Term("y")))
    widths = {"limb_count": Term("limbs"), "capacity": Term("capacity"), "out_of_range": lambda: Range(0, 0)}
    add("montgomery52_product_range", "capacity x y", "18.2", "mul", both, **widths)
    add("montgomery52_row_shift", "limbs", "18.1", "row_shift", limb_count=Term("limbs"))
    add("montgomery52_row_range", "limbs", "18.1", "mul_twiddle", (Range(0, 0), None), limb_count=Term("limbs"))


def section_12(add: Add) -> None:
    """The papers' product of 128-bit words."""
    known = {"bits": BITS, "skipped": Term("skipped"), "m": None}
    add("papers_least_bits", "skipped", "12.1", "moduli", "least", **known)
    add("papers_most_bits", "skipped", "12.1", "moduli", "greatest", **known)
    add("papers_shift", "bits skipped", "12.1", "shift_", **known)


def limb_products(add: Add) -> None:
    """Products of 128-bit words in limbs."""
    limbs = Cases("limbs", (2, 3))
    add("product_least_bits", "limbs", "13.11", "min_modulus_bits", limb_count=limbs)
    add("product_operand_factor", "limbs", "13.14", "operand_factor", limb_count=limbs)
    add("product_ignores_factors", "limbs", "13.14", "ignores_factors", limb_count=limbs)
    add("product_shifted_bits", "limbs", "13.14", "shifted_bits", limb_count=limbs)
    add("product_offset", "limbs s", "13.14", "offset", s=Term("s"), limb_count=limbs)
    for count in limbs.values:
        step = Cases("i", tuple(range(count)))
        for member in ("digit_shift", "multiple_shift", "quotient_shift"):
            add(f"product{count}_{member}", "i", "13.14", "steps", step, member, limb_count=count)
    shift = SimpleNamespace(quotient_shift=Term("shift"))
    known = {"barrett": Term("quotient"), "i": 0, "steps": [shift]}
    for i in range(4):
        add(f"product_shift_{i}", "k", "13.14", f"shift[{i}]", k=Term("k"))
    add("product_step_quotient", "quotient shift", "13.14", "quotient[i]", **known)
    add("product_correction", "limbs step", "13.14", "correction", limb_count=Term("limbs"), step=Term("step"))
    add("row_fraction_bits", "limbs", "13.15", "fraction_bits", limb_count=limbs)
    add("row_summand_weight", "limbs", "13.15", "summand_weight", limb_count=limbs)
    add("row_digit_bits", "fraction", "13.15", "digit_bits", fraction_bits=Term("fraction"), narrow=True)
    known = {"barrett": Term("quotient"), "bits": BITS, "m": None, "power": Term("power")}
    add("row_summand_quotient", "quotient bits power", "13.15", "summand_quotient", **known)
    add("row_minus_modulus", "q fraction", "13.15", "minus_row_modulus", q=Q, fraction_bits=Term("fraction"))
    known = {"w": Term("w"), "quotient": Term("quotient"), "m": SimpleNamespace(q=Q), "digit_bits": Term("digit_bits")}
    add("row_multiple", "", "13.15", "multiple", narrow=True)
    whole = {"narrow": False, "row_multiple": function("radix52_row_multiple")(Term("limbs"))}
    add("whole_row_multiple", "limbs", "13.1", "multiple", **whole)
    add("whole_row_digit_bits", "", "13.1", "digit_bits", **whole)
    shift = {"multiple": 0, "countr_zero": lambda _: Term("log"), "word_bits": Term("W")}
    add("row_quotient_shift", "W log", "13.15", "quotient_shift", **shift)
    add("row_next", "W w quotient q digit_bits", "13.15", "w", word_bits=Term("W"), **known)
    factors = {"bits": BITS, "m": None, "q": Q, "limb_mask": 2**52 - 1, "excess": Term("excess")}
    factors |= {"barrett": Term("quotient"), "power": Term("power"), "product_quotient": Term("quotient")}
    for step in ("first", "second"):
        add(f"cell2_{step}_shift", "bits", "13.8", f"{step}.shift", **factors)
        add(f"cell2_{step}_below", "bits", "13.8", f"{step}.below", **factors)
    add("cell2_excess", "q quotient power", "13.8", "excess", **factors)
    add("cell2_first_minus_multiple", "excess", "13.8", "first.minus_multiple", **factors)
    add("cell2_second_minus_multiple", "q", "13.8", "second.minus_multiple", **factors)
    top = SimpleNamespace(minus_multiple=(0, 0, Term("limb")))
    add("cell2_first_top", "limb bits", "13.8", "first.minus_multiple[2]", first=top, **factors)
    add("cell2_first_quotient", "bits excess", "13.8", "first.quotient", **factors)
    add("cell2_second_quotient", "quotient", "13.8", "second.quotient", **factors)
    add("cell2_offset", "q", "13.8", "offset", **factors)
    add("cell2_bound", "", "13.8", "bound")
    add("cell_factors", "limbs", "13.7", "buffer_factors", limb_count=limbs)
    add("cell_evaluations", "limbs", "13.7", "buffer_evaluations", limb_count=limbs)
    known = {"buffer_factors": Term("factors"), "bound": Term("bound")}
    add("cell2_takes", "factors bound", "13.8", "static_assert", **known)
    add("cell3_takes", "factors", "13.9", "static_assert", **known)
    for name in ("shift", "below", "mask"):
        add(f"cell3_fold_{name}", "bits", "13.9", f"fold_{name}", **factors)
    add("cell3_residue", "q quotient", "13.9", "residue", **factors)
    add("cell3_folded", "residue", "13.9", "folded", residue=Term("residue"))
    add("cell3_last_shift", "bits", "13.9", "last.shift", **factors)
    add("cell3_last_below", "bits", "13.9", "last.below", **factors)
    add("cell3_last_quotient", "quotient", "13.9", "last.quotient", **factors)
    add("cell3_last_multiple", "q", "13.9", "last.minus_multiple", **factors)
    add("cell3_bound", "", "13.9", "bound")


def section_18(add: Add) -> None:
    """Ranges of transforms modulo several words."""
    depth, entry = Term("depth"), Term("entry")
    # Range of an unknown value: no range in a theorem holds it.
    anything = Range(-(2**40), 2**40)
    widths = {"limb_count": Term("limbs"), "capacity": Term("capacity"), "out_of_range": lambda: anything}
    x = Term("x")
    add("multiword_entry", "", "18.4", "entry")
    add("multiword_offset", "entry depth", "18.4", "offset", entry=entry, depth=depth, max=max)
    add("multiword_last_offset", "depth", "18.4", "last_offset", depth=depth)
    add("multiword_difference_lift", "", "18.4", "difference_lift")
    parameters = "(capacity : Z) (x : range)"
    for name in ("reduced", "canonical"):
        add(f"montgomery52_{name}", parameters, "18.3", name, (x,), **widths)
    parameters = "(limbs capacity : Z) (x : range)"
    add("montgomery52_lanes_range", parameters, "18.1", "mul_lanes", (x,), **widths)
    add("montgomery52_twiddle_range", parameters, "18.1", "mul_twiddle", (x, None), **widths)


def section_19(add: Add) -> None:
    """Moduli of several words in doubles."""
    widths = {"limb_count": Term("limbs"), "limb_bits": Term("fma_multiword_limb_bits")}
    add("fma_multiword_limb_bits", "", "19.1", "double_limb_bits", count=12)
    add("fma_multiword_capacity", "", "19.1", "capacity", **widths)
    add("fma_multiword_capacity_bits", "limbs", "19.1", "capacity_bits", **widths)
    add("fma_multiword_min_bits", "limbs", "19.3", "min_modulus_bits", **widths)
    add("fma_multiword_rounded", "", "19.2", "rounded", **widths)
    add("fma_multiword_exponent", "limbs bits", "19.3", "exponent", q=SimpleNamespace(bits=BITS), **widths)
    add("fma_multiword_max_factor", "", "19.4", "max_factor", **widths)
    # Range of an unknown value: no range in a theorem holds it.
    widths["out_of_range"] = lambda: Range(-(2**40), 2**40)
    for name, proof in (("mul_lanes", "19.2"), ("mul_twiddle", "19.2"), ("reduced", "19.3"), ("canonical", "19.3")):
        operands = (Term("x"), None) if name == "mul_twiddle" else (Term("x"),)
        add(f"fma_multiword_{name}_range", "(x : range)", proof, name, operands, **widths)
    add("fma_multiword_mul_range", "(x y : range)", "19.4", "mul", (Term("x"), Term("y")), **widths)
    add("fma_multiword_entry", "", "19.4", "entry", **widths)
    add("fma_multiword_ratio_count", "", "19.3", "ratio_count", **widths)
    add("fma_multiword_inverse", "leading", "19.3", "inverse", leading=Term("leading"))
    add("multiword_leading_bits", "quotient", "19.2", "leading_53_bits", quotient=Term("quotient"))
    add("limb_rounder", "", "14.1", "rounder")
    add("limb_radix", "limb_bits", "14.1", "radix", limb_bits=Term("limb_bits"))
    known = {"rounder": Term("limb_rounder"), "radix": Term("radix")}
    add("multiword_column_start", "radix", "14.1", "column_start", **known)


def section_14(add: Add) -> None:
    """128-bit words in doubles."""
    limbs, x = {"limb_count": Cases("limbs", (2, 3))}, (Term("x"),)
    add("fma_limbs_bits", "limbs", "14.1", "double_limb_bits", count=Cases("limbs", (2, 3)))
    add("fma_limbs_growth", "limbs", "14.1", "growth", **limbs)
    quotient = SimpleNamespace(quotient=Term("quotient"))
    add("fma_row_leading_bits", "quotient", "14.1", "leading_53_bits", quotient=Term("quotient"))
    known = {"w": Term("w"), "m": SimpleNamespace(q=Q), "bits": BITS, "make_shoup_pair": lambda w, m: quotient}
    add("fma_row_next", "w quotient q bits", "14.1", "w", **known)
    add("fma_limbs_modulus_bits", "limbs", "14.2", "moduli", "greatest", **limbs)
    add("fma_limbs_min_bits", "limbs", "14.2", "moduli", "least", **limbs)
    known = {"limb_bits": Term("limb_bits"), "limb_count": Term("limbs"), "m": SimpleNamespace(bits=BITS)}
    for trait in ("reduces_leaders", "scales_first_products"):
        add(f"fma_limbs_{trait}", "limbs", "14.2", "traits", trait, **limbs)
    add("fma_limbs_exponent", "limb_bits limbs bits", "14.2", "exponent", **known)
    add("fma_limbs_reduced", "", "14.2", "reduced")
    add("fma_limbs_reduced_bound", "b", "14.2", "reduced_bound", (Term("b"),), reduced=Term("fma_limbs_reduced"))
    add("fma_limbs_capacity", "limbs", "14.3", "capacity", **limbs)
    stages = {"max_row_stages": Term("row_stages"), "lanes_log": Term("lanes_log")}
    add("fma_limbs_stages_fit", "lanes_log", "14.3", "static_assert", limb_count=2, **stages)
    known = {"growth": Term("growth"), "capacity": Term("capacity"), "max_row_stages": Term("row_stages")}
    known |= {"reduced": Term("fma_limbs_reduced"), "reduced_bound": function("fma_limbs_reduced_bound")}
    add("fma_limbs_ct_result", "(growth : Z) (x : range)", "14.5", "ct_result", x, **known)
    add("fma_limbs_ct_accepts", "(growth capacity : Z) (x : range)", "14.5", "ct_accepts", x, **known)
    add("fma_limbs_prepared", "(x : range)", "14.5", "prepared", (Term("x"), 0), **known)
    add("fma_limbs_max_lift", "", "14.5", "max_lift")
    add("fma_limbs_leader", "", "14.5", "leader", **known)
    add("fma_limbs_between", "growth", "14.5", "between_passes", (0,), **known)
    add("fma_limbs_product_range", "growth", "14.5", "product_range", (), **known)
    add("fma_limbs_gs_offset", "capacity", "14.6", "gs_offset", **known)
    add("fma_limbs_between_inverse", "limbs", "14.6", "between_inverse_passes", (), **limbs, **known)
    add("fma_limbs_max_multiplicand", "limbs capacity", "14.6", "max_multiplicand", (), **limbs, **known)
    add("fma_limbs_mask", "limb_bits", "14.7", "limb_mask", limb_bits=Term("limb_bits"))
    known = {"bits_of": lambda x: Term("bits"), "rounder": 0, "limb_bits": Term("limb_bits")}
    add("fma_limbs_excess", "bits limb_bits", "14.7", "excess", **known)


def section_21(add: Add) -> None:
    """32-bit words in lanes of 32 bits."""
    x, quotient = Term("x"), Term("quotient")
    add("shoup32_modulus_bits", "", "21.1", "moduli", "greatest")
    add("shoup32_capacity", "", "21.1", "capacity")
    add("shoup32_quotient", "w q", "21.2", "quotient", w=Term("w"), q=Q, m=None)
    add("shoup32_product_bound", "(operand : Z)", "21.2", "product_bound", (Term("operand"),))
    add("shoup32_ct_result", "(x : range)", "21.3", "ct_result", (x,))
    add("shoup32_ct_accepts", "(x : range)", "21.3", "ct_accepts", (x,))
    add("shoup32_prepared", "(x : range)", "21.3", "prepared", (x, 0))
    add("shoup32_max_lift", "", "21.3", "max_lift")
    add("shoup32_gs_offset", "", "21.3", "gs_offset")
    add("shoup32_reduced_bound", "(x : Z)", "21.3", "reduced_bound", (x,))
    add("shoup32_word_quotient", "quotient", "21.4", "word_quotient_", word_quotient=quotient, m=None)
    add("shoup32_has_room", "q", "21.4", "has_room", modulus_=Q)
    add("shoup32_product_shift", "bits", "21.5", "product_shift_", bits=BITS, m=None)
    add("shoup32_full_quotient", "quotient", "21.5", "quotient", product_quotient=quotient, m=None)
    add("shoup32_product_quotient", "quotient", "21.5", "return", quotient=function("shoup32_full_quotient")(quotient))
    add("shoup32_square", "q", "21.7", "square", (Q,))
    add("mersenne31_prime", "", "21.8", "prime")


def section_22(add: Add) -> None:
    """64-bit words modulo q that leave no room above q."""
    x, word = Term("x"), {"word_bits": Term("W"), "m": SimpleNamespace(bits=BITS, q=Q)}
    add("full_least_bits", "", "22.1", "moduli", "least", word_bits=64)
    add("full_modulus_bits", "", "22.1", "moduli", "greatest", word_bits=64)
    known = {"negative_quotient": Term("quotient"), "m": SimpleNamespace(q=Q)}
    add("full_twiddle_word", "quotient q", "22.2", "remainder", **known)
    add("full_product_bound", "(operand : Z)", "22.2", "product_bound", (Term("operand"),))
    add("full_capacity", "", "22.3", "capacity")
    add("full_ct_result", "(x : range)", "22.3", "ct_result", (x,))
    add("full_ct_accepts", "(x : range)", "22.3", "ct_accepts", (x,))
    add("full_between", "", "22.3", "between_passes", (1,))
    add("full_prepared", "(x : range)", "22.3", "prepared", (x, 0))
    add("full_max_lift", "", "22.3", "max_lift")
    add("full_gs_offset", "", "22.3", "gs_offset")
    add("full_reduced_bound", "(x : Z)", "22.3", "reduced_bound", (x,))
    add("full_largest_multiple", "W bits q", "22.4", "largest_multiple_", **word)
    add("full_normalisation", "W bits", "22.5", "normalisation_", **word)
    known = {"product_quotient": Term("quotient"), "d": Term("d"), "rest_of_quotient": Term("remainder")}
    add("full_rest_of_quotient", "quotient d", "22.5", "rest_of_quotient", **known)
    add("full_first_quotient", "quotient", "22.5", "quotient", **known)
    add("full_rest", "remainder d", "22.5", "rest", **known)
    add("goldilocks_prime", "", "22.7", "prime")
    for name in ("zero_a", "zero_b", "one_unit", "factor", "growth", "product_lift", "capacity"):
        add(f"gold52_{name}", "", "22.8", name)
    add("gold52_unit_log", "", "22.8", "traits", "limb_unit_log")
    code = {"w": Term("w"), "middle": Term("middle")}
    add("gold52_middle", "w", "22.8", "middle", w=Term("w"))
    add("gold52_code_a", "w middle", "22.8", "a", **code)
    add("gold52_code_b", "w middle", "22.8", "b", **code)
    add("gold52_product_bound", "(x : Z)", "22.8", "product_bound", (x,))
    add("gold52_reduced_bound", "(x : Z)", "22.8", "reduced_bound", (x,))
    for name in ("offset_multiple", "max_lift", "leader", "offset"):
        add(f"gold52_{name}", "", "22.9", name)
    add("gold52_between", "", "22.9", "between_passes", (1,))
    add("gold52_ct_result", "(x : range)", "22.9", "ct_result", (x,))
    add("gold52_ct_accepts", "(x : range)", "22.9", "ct_accepts", (x,))
    add("gold52_prepared", "(x : range)", "22.9", "prepared", (x, 0))
    for name in ("gs_offset", "gs_multiple"):
        add(f"gold52_{name}", "", "22.10", name)
    add("gold52_between_inverse", "", "22.10", "between_inverse_passes", ())


SECTIONS = (
    sections_1_to_4,
    sections_5_to_7,
    section_10,
    section_12,
    rows,
    limb_products,
    section_16,
    section_23,
    section_17,
    section_18,
    section_19,
    section_14,
    section_21,
    section_22,
)
