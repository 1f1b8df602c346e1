"""What the checker says of comments, of numbers and of real mistakes, each made in a copy of the sources."""

import pytest

import proofs.run  # noqa: F401
from proofs.checking import failure_of
from proofs.declarations import SourceError
from proofs.source import Source

Files = dict[str, str]


def changed(files: Files, old: str, new: str) -> Source:
    """The sources with one text, which occurs once, replaced by another."""
    places = [path for path, text in files.items() if old in text]
    assert len(places) == 1 and files[places[0]].count(old) == 1, f"{old} is in {places}"
    return Source(files | {places[0]: files[places[0]].replace(old, new)})


# What was written, what is written by mistake, the proof that notices, and how.
MISTAKES = [
    ("unsigned shortfall = 2;", "unsigned shortfall = 1;", "4.2", "a short product"),
    ("times_q(3) + 1;", "times_q(3);", "4.3", "the bound by two limbs"),
    ("max_lift = Capacity / 2 - 1;", "max_lift = Capacity / 2;", "5.2", "the greatest lift"),
    (
        "(std::uint64_t{1} << Isa::multiplier_bits) - lift)",
        "(std::uint64_t{1} << Isa::multiplier_bits) - lift - 1)",
        "5.2",
        "the start of a lifted",
    ),
    ("return one_q / 2 + 1; }", "return one_q / 2; }", "10.4", "the bound of a reduction"),
    ("(operand + 8 * Capacity - 1) / (8 * Capacity)", "operand / (8 * Capacity)", "10.3", "the bound of a product"),
    ("double two_52 = 0x1p52;", "double two_52 = 0x1p51;", "10.1", "the double whose exponent"),
    ("(shoup_quotient + 0x200)", "(shoup_quotient + 0x100)", "10.3", "the leading bits"),
    ("from + one_q / 2 <= capacity)", "from <= capacity)", "10.6", "where the finish needs one product"),
    ("m.bits - 2 - 64 * skipped", "m.bits - 1 - 64 * skipped", "12.1", "the shift of the top"),
    ("offset = growth * max_stages + 1;", "offset = growth * max_stages;", "13.4", "the lowest value"),
    ("times_q(std::uint64_t{1} << 31)", "times_q(std::uint64_t{1} << 32)", "13.5", "the excess of a raised quotient"),
    ("times_q(64);  // proof 13.5", "times_q(65);  // proof 13.5", "13.5", "values fit the limbs"),
    ("times_q(13) / 10", "times_q(14) / 10", "13.7", "factors of three limbs"),
    ("raised = 2;", "raised = 1;", "13.12", "the corrections of the digit"),
    ("one_q + (x >> 32) + 2", "one_q + (x >> 32) + 1", "13.11", "the bound of three limbs"),
    ("times_q(56)", "times_q(60)", "13.11", "what can be finished"),
    ("first.shift = 107 - m.bits;", "first.shift = 106 - m.bits;", "13.8", "the shift of a digit"),
    ("fold_below(m.bits - 83)", "fold_below(m.bits - 82)", "13.9", "the shift of a digit"),
    ("offset_shift = 32;", "offset_shift = 31;", "13.14", "the offset of a product"),
    ("{.digit_shift = 7,", "{.digit_shift = 8,", "13.14", "a quotient of a product"),
    ("step == 1 ? 0 : ~std::uint64_t{0}", "step == 1 ? 0 : 0", "13.14", "the steps of a product"),
    ("fraction_bits = 9;", "fraction_bits = 8;", "13.15", "the digits of an operand"),
    ("128 - 52 + std::countr_zero(multiple)", "128 - 51 + std::countr_zero(multiple)", "13.1", "a power of two"),
    ("one_q * limb_count / 2 + 21;", "one_q * limb_count / 2 + 20;", "14.1", "the bound"),
    ("one_q * 9 / 16;", "one_q * 8 / 16;", "14.2", "a reduced value"),
    (
        "times_q(limb_count == 3 ? 128 : 8)",
        "times_q(limb_count == 3 ? 128 : 16)",
        "14.3",
        "a multiplicand of two limbs",
    ),
    ("lift = 2 * growth;", "lift = growth;", "15.2", "a lift serves two stages"),
    ("max_factor = 9 * unit;", "max_factor = 33 * unit;", "19.4", "the first operand"),
]


@pytest.mark.parametrize(("old", "new", "number", "claim"), MISTAKES)
def test_a_mistake_is_noticed(files: Files, old: str, new: str, number: str, claim: str) -> None:
    failure = failure_of(number, changed(files, old, new))
    assert failure is not None and failure.startswith(f"proof {number}: ") and claim in failure


def test_a_constant_that_is_gone(files: Files) -> None:
    failure = failure_of("4.2", changed(files, "shortfall = 2;  // proof 4.2", "shortfall = 2;"))
    assert failure == "proof 4.2: no constant shortfall has the comment `// proof 4.2`"


def test_a_constant_that_its_proof_does_not_use(files: Files) -> None:
    failure = failure_of("8.1", changed(files, "shortfall = 2;  // proof 4.2", "shortfall = 2;  // proof 4.2, 8.1"))
    assert failure is not None and "does not use" in failure and "shortfall" in failure


def test_two_constants_of_one_name_that_differ(files: Files) -> None:
    text = "struct Other {\n  static constexpr unsigned shortfall = 3;  // proof 4.2\n};\n"
    failure = failure_of("4.2", Source(files | {"src/arith/other.hpp": text}))
    assert failure is not None and "the value of" in failure


@pytest.mark.parametrize(
    ("comment", "complaint"),
    [
        ("// proof 4", "write `// proof N.M`"),
        ("// Proof: 4.2", "write `// proof N.M`"),
        ("// no proof", "write `// proof N.M`"),
        ("// proofs 4.2, 4.3", "write `// proof N.M`"),
    ],
)
def test_a_comment_that_is_not_understood(files: Files, comment: str, complaint: str) -> None:
    with pytest.raises(SourceError, match=complaint):
        changed(files, "shortfall = 2;  // proof 4.2", f"shortfall = 2;  {comment}")


@pytest.mark.parametrize("text", ["inline void f(int x) {\n  g(x);  // proof 4.2\n}\n", "// proof 4.2\n"])
def test_a_comment_on_nothing(text: str) -> None:
    with pytest.raises(SourceError, match="a proof of what"):
        Source({"src/arith/other.hpp": text})


def test_two_comments_on_one_constant() -> None:
    text = "// proof 4.1\ninline constexpr unsigned width = 3;  // proof 4.2\n"
    with pytest.raises(SourceError, match="two comments"):
        Source({"src/arith/other.hpp": text})
