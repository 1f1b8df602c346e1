"""Coq must refuse a theorem when a constant is changed in a copy of the sources so that a claim fails."""

import shutil
from pathlib import Path

import pytest
from conftest import ROOT

from proofs.prover import Prover
from proofs.source import Source, files_of
from proofs.theorems import ProofError

FILES = files_of(ROOT)
# Certificates that lia and nia found when scripts/prove ran; Coq checks them again.
CACHES = [ROOT / "build/proofs/.lia.cache", ROOT / "build/proofs/.nia.cache"]

# Text of the sources, its replacement by a mistake, and the file whose theorem fails.
MISTAKES = [
    ("unsigned shortfall = 2;", "unsigned shortfall = 1;", "Shoup"),
    ("return times_q(3) + 1;", "return times_q(3);", "Shoup"),
    ("leading_(Isa::broadcast(m.bits - 2))", "leading_(Isa::broadcast(m.bits - 1))", "Barrett"),
    ("ignored_bits = 12;", "ignored_bits = 11;", "Barrett"),
    (
        "Factor >= 2 && Capacity >= 16 ? 2 : 1;",
        "Factor >= 2 && Capacity >= 8 ? 2 : 1;",
        "Barrett",
    ),
    ("max_lift = Capacity / 2 - 1;", "max_lift = Capacity / 2;", "Butterflies"),
    (
        "std::uint64_t{1} << Isa::multiplier_bits) - lift)",
        "std::uint64_t{1} << Isa::multiplier_bits) - lift - 1)",
        "Butterflies",
    ),
    ("return one_q / 2 + 1; }", "return one_q / 2; }", "Doubles"),
    ("(shoup_quotient + 0x200)", "(shoup_quotient + 0x100)", "Doubles"),
    (".max_products = 15, .extension", ".max_products = 16, .extension", "Dot"),
    (".extension = std::uint64_t{1} << 43", ".extension = std::uint64_t{1} << 44", "Dot"),
    ("{.modulus_bits = 55, .max_products = 21}", "{.modulus_bits = 55, .max_products = 22}", "Dot"),
    (".max_products = (1U << (53 - max_bits)) - 1,", ".max_products = (1U << (53 - max_bits)),", "DotDoubles"),
    ("growth = one_q * limb_count / 2 + 21;", "growth = one_q * limb_count / 2 + 20;", "FmaRows"),
    ("capacity : times_q(7);", "capacity : times_q(8);", "FmaGrowth"),
    ("count == 3 ? 42", "count == 3 ? 41", "FmaThreeLimbs"),
    ("(quotient >> 64) + 0x200)", "(quotient >> 64) + 0x100)", "FmaTables"),
    (
        "limb_bits * (limb_count - 1) + 64 - 126 - m.bits",
        "limb_bits * (limb_count - 1) + 64 - 127 - m.bits",
        "FmaReduction",
    ),
    ("limb_count == 3 ? times_q(8) : 2 * reduced;", "limb_count == 3 ? times_q(8) : reduced;", "FmaRanges"),
    ("max_tile_radix_log = 3;", "max_tile_radix_log = 4;", "FmaPasses"),
    ("inverse = static_cast<double>((twice + 1) / 2);", "inverse = static_cast<double>(twice / 2);", "DotDoubles"),
    ("fixed_limit = 2;", "fixed_limit = 3;", "Eltwise"),
    ("unsigned lift = 2 * growth;", "unsigned lift = growth;", "DoubleRows"),
    ("return 2 * terms + terms / 512 + 1; }", "return 2 * terms + terms / 512; }", "BaseConversion"),
    ("split_bits = 31;", "split_bits = 30;", "BaseConversion"),
    ("half = std::uint64_t{1} << (width - 1);", "half = std::uint64_t{1} << width;", "BalancedDigits"),
    ("bits_of_own_inverse = 3;", "bits_of_own_inverse = 4;", "Montgomery"),
    (".together = 4, .max_products = 24,", ".together = 4, .max_products = 32,", "Montgomery"),
    (".modulus_bits = 64 * count - 1, .together = 1,", ".modulus_bits = 64 * count, .together = 1,", "WordSums"),
    ("m.product_quotient >> 18", "m.product_quotient >> 19", "Pairs"),
    ("product_room = Capacity / 4;", "product_room = Capacity / 2;", "Pairs"),
    ("High::shortfall > 0 ? 64 : 128;", "High::shortfall > 0 ? 32 : 128;", "Barrett"),
    ("uint128_t{1} << (64 + 32);", "uint128_t{1} << (64 + 31);", "MultiwordReduction"),
    ("out[Layout::below_shift] = 40 - up;", "out[Layout::below_shift] = 41 - up;", "MultiwordReduction"),
    (
        "rounded_up(x.high * y.high, capacity) + unit + 1}",
        "rounded_up(x.high * y.high, capacity) + unit}",
        "MultiwordReduction",
    ),
    ("last_offset = 3 * depth + 1;", "last_offset = 3 * depth;", "MultiwordRanges"),
    ("capacity = times_q(64);  // proof 13.5", "capacity = times_q(65);  // proof 13.5", "Cells"),
    ("offset = growth * max_stages;", "offset = growth * (max_stages - 1);", "Cells"),
    ("offset = growth * max_stages + 1;", "offset = growth * max_stages;", "Cells"),
    ("m.word_quotient >> 24", "m.word_quotient >> 23", "Limbs52"),
    ("m.bits + 84 - 52 * limb_count", "m.bits + 85 - 52 * limb_count", "Finish52"),
    ("times_q(12 << 20);", "times_q(11 << 20);", "InverseCells"),
    ("max_stages = 64;", "max_stages = 128;", "LimbGrowth"),
    ("limb_count + 1 - row_shift);", "limb_count - row_shift);", "Rows"),
    ("broadcast(m.bits - 2 - 64 * skipped)", "broadcast(m.bits - 1 - 64 * skipped)", "Papers"),
    ("{.digit_shift = 8, .multiple_shift = 78,", "{.digit_shift = 8, .multiple_shift = 79,", "EltwiseProducts"),
    ("bound = times_q(13) / 5;", "bound = times_q(12) / 5;", "CellProducts"),
    ("summand_weight = 75;", "summand_weight = 74;", "NarrowRows"),
    ("shift[2] = 12 + k;", "shift[2] = 11 + k;", "EltwiseWords"),
    ("limb_bits * (limb_count - 1) + 46;", "limb_bits * (limb_count - 1) + 47;", "MultiwordDoubles"),
    ("unit * 5 / 8};", "unit * 4 / 8};", "MultiwordDoubles"),
    ("column_start = Isa::rounder * Isa::radix;", "column_start = Isa::rounder * Isa::radix * 2;", "DoubleColumns"),
    ("~std::uint64_t{0x3ff};  // proof 19.2", "~std::uint64_t{0x7ff};  // proof 19.2", "MultiwordRows"),
    ("max_factor = 9 * unit;", "max_factor = 64 * unit;", "MultiwordVariables"),
    (
        "ignores_factors = Parameters::operand_factor == 4;",
        "ignores_factors = Parameters::operand_factor >= 1;",
        "EltwiseWord128",
    ),
    ("return f * f * q <= room ? 1 : 2;", "return f * f * q <= 2 * room ? 1 : 2;", "EltwiseDoubles"),
    ("bits_of(rounder) >> limb_bits;", "bits_of(rounder) >> (limb_bits + 1);", "LimbConversions"),
    (
        "limb_count * unit + rounded_up(x.high * unit, capacity)}",
        "limb_count * unit + x.high * unit / capacity}",
        "LimbRows",
    ),
    ("(uint128_t{1} << 116) / leading", "(uint128_t{1} << 117) / leading", "MultiwordDoubles"),
    (
        "(2, 8 * sizeof(typename Isa::Cell) - log2_of(Capacity))",
        "(2, 8 * sizeof(typename Isa::Cell) - log2_of(Capacity) + 1)",
        "Butterflies",
    ),
    ("(3, 52 - log2_of(Capacity))", "(3, 53 - log2_of(Capacity))", "Butterflies"),
    ("raised = quotient + 1;", "raised = quotient + 2;", "DoubleRows"),
    ("weight = constants.bits - 20;", "weight = constants.bits - 19;", "MultiwordReduction"),
    ("quotient_shift = word_bits<Word> - 52 +", "quotient_shift = word_bits<Word> - 53 +", "NarrowRows"),
    ("product_lift = 64;", "product_lift = 16;", "Goldilocks52"),
    (
        "limb_mask = (std::uint64_t{1} << 52) - 1;  // proof 7.1",
        "limb_mask = (std::uint64_t{1} << 51) - 1;  // proof 7.1",
        "Limbs52",
    ),
    ("(operand + 8 * Capacity - 1) / (8 * Capacity)", "operand / (8 * Capacity)", "Butterflies"),
    ("double two_52 = 0x1p52;", "double two_52 = 0x1p51;", "Doubles"),
    ("from + one_q / 2 <= capacity)", "from <= capacity)", "Doubles"),
    ("times_q(std::uint64_t{1} << 31)", "times_q(std::uint64_t{1} << 32)", "Limbs52"),
    ("times_q(13) / 10", "times_q(14) / 10", "CellProducts"),
    ("raised = 2;", "raised = 1;", "Finish52"),
    ("one_q + (x >> 32) + 2", "one_q + (x >> 32) + 1", "Limbs52"),
    ("times_q(56)", "times_q(60)", "Limbs52"),
    ("first.shift = 107 - m.bits;", "first.shift = 106 - m.bits;", "CellProducts"),
    ("fold_below(m.bits - 83)", "fold_below(m.bits - 82)", "CellProducts"),
    ("offset_shift = 32;", "offset_shift = 31;", "EltwiseProducts"),
    ("{.digit_shift = 7,", "{.digit_shift = 8,", "EltwiseProducts"),
    ("step == 1 ? 0 : ~std::uint64_t{0}", "step == 1 ? 0 : 0", "EltwiseProducts"),
    ("fraction_bits = 9;", "fraction_bits = 10;", "NarrowRows"),
    (
        "word_bits<Word> - 52 + std::countr_zero(multiple)",
        "word_bits<Word> - 51 + std::countr_zero(multiple)",
        "NarrowRows",
    ),
    ("one_q * 9 / 16;", "one_q * 8 / 16;", "FmaRanges"),
    ("times_q(limb_count == 3 ? 128 : 8)", "times_q(limb_count == 3 ? 128 : 16)", "FmaReduction"),
]


def place_of(old: str) -> str:
    places = [path for path, text in FILES.items() if old in text]
    assert len(places) == 1 and FILES[places[0]].count(old) == 1, f"{old} is in {places}"
    return places[0]


def test_each_change_has_its_place() -> None:
    for old, _, _ in MISTAKES:
        place_of(old)


@pytest.mark.parametrize(("old", "new", "file"), MISTAKES)
def test_a_mistake_is_noticed(tmp_path: Path, old: str, new: str, file: str) -> None:
    place = place_of(old)
    source = Source(FILES | {place: FILES[place].replace(old, new)})
    prover = Prover(ROOT / "proofs", source, tmp_path / "coq", seconds=60)
    for cache in CACHES:
        if cache.exists():
            shutil.copy(cache, prover.folder)
    with pytest.raises(ProofError, match=rf"^{file}\.v: "):
        list(prover.check([file], workers=1))


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """Copies the folder."""
    return Path(shutil.copytree(ROOT / "proofs", tmp_path / "proofs"))


def test_axioms_are_found(proofs: Path, tmp_path: Path) -> None:
    for path in proofs.glob("*.v"):
        if path.stem not in ("Lemmas", "Words"):
            path.unlink()
    (proofs / "Words.v").write_text(
        "From Ringlet Require Export Lemmas.\nFrom Coq Require Import JMeq.\n"
        "Theorem rests A (x y : A) : JMeq x y -> x = y.\nProof. apply JMeq_eq. Qed.\n"
    )
    prover = Prover(proofs, Source(FILES), tmp_path / "coq")
    for name in ("Lemmas", "Words"):
        prover.coq(name)
    with pytest.raises(ProofError, match=r"Words\.v rests on .*eq_rect_eq"):
        prover.check_assumptions()
