"""Every kind of mutant is found, and does what its name says when it is compiled and active."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutations import parser
from mutations.mutants import Mutant, numbered, rewrite, sample

HEADER = Path(__file__).resolve().parents[1] / "mutation.hpp"
# Program that prints f of numbers for which a mutant makes a difference.
PROGRAM = """
#include "source.cpp"
#include <cstdio>
#include <cstdlib>
namespace ringlet_mutation {{
unsigned char watched[100];
bool meet(unsigned) noexcept {{ return true; }}
}}
int main(int count, char** words) {{
  if (count > 1) ringlet_mutation::watched[std::atoi(words[1])] = 1;
  std::printf("%ld", static_cast<long>({call}));
}}
"""


def find(source: str, folder: Path) -> list[Mutant]:
    file = folder / "parsed.cpp"
    file.write_text(source)
    unit = parser.parse(str(file), ["-std=c++20"])
    return numbered(parser.find(unit, str(file), "source.cpp", source.encode()))


def results(source: str, call: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Yields the result of `call` without a mutant, then each mutant's change and its result."""
    mutants = find(source, folder)
    edits = [(number, edit) for number, mutant in enumerate(mutants) for edit in mutant.edits]
    mutated = rewrite(source.encode(), edits).decode()
    (folder / "source.cpp").write_text(f'#include "{HEADER}"\n{mutated}')
    (folder / "main.cpp").write_text(PROGRAM.format(call=call))
    program = folder / "main"
    subprocess.run(["clang++-19", "-std=c++20", "-w", "-o", program, folder / "main.cpp"], check=True)

    def run(*arguments: str) -> str:
        return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout

    yield "", run()
    for number, mutant in enumerate(mutants):
        yield mutant.change, run(str(number))


@pytest.mark.parametrize(
    ("source", "call", "expected"),
    [
        ("bool f(int a, int b) { return a < b; }", "f(3, 3)", {"": 0, "`a < b` becomes `a <= b`": 1}),
        ("bool f(int a, int b) { return a >= b; }", "f(3, 3)", {"": 1, "`a >= b` becomes `a > b`": 0}),
        ("bool f(int a, int b) { return a == b; }", "f(3, 3)", {"": 1, "`a == b` becomes `a != b`": 0}),
        (
            "int f(int a, int b, int c) { return a - b * c; }",
            "f(20, 3, 4)",
            {"": 8, "`a - b * c` becomes `a + b * c`": 32, "`b * c` becomes `b + c`": 13},
        ),
        ("unsigned f(unsigned a) { return a << 3; }", "f(8)",
         {"": 64, "`a << 3` becomes `a >> 3`": 1, "`3` becomes `4` in `a << 3`": 128}),
        ("int f(int a) { return a & 010; }", "f(9)",
         {"": 8, "`a & 010` becomes `a | 010`": 9, "`8` becomes `9` in `a & 010`": 9}),
        ("bool f(bool a, bool b) { return a && b; }", "f(true, false)",
         {"": 0, "`a && b` becomes `a`": 1, "`a && b` becomes `b`": 0}),
        ("bool f(bool a, bool b) { return a || b; }", "f(true, false)",
         {"": 1, "`a || b` becomes `a`": 1, "`a || b` becomes `b`": 0}),
        (
            "int f(bool a, int b) { if (a) b += 7; return b; }",
            "f(true, 1)",
            {"": 8, "the condition `a` becomes `true`": 8, "the condition `a` becomes `false`": 1,
             "`b += 7;` is left out": 1, "`7` becomes `8` in `b += 7`": 9},
        ),
        ("int f(bool a, int b, int c) { return a ? b : c; }", "f(false, 1, 2)",
         {"": 2, "the condition `a` becomes `true`": 1, "the condition `a` becomes `false`": 2}),
        ("int f(int a) { if (a) a = 5; else a = 6; return a; }", "f(0)",
         {"": 6, "the condition `a` becomes `true`": 5, "the condition `a` becomes `false`": 6,
          "`a = 5;` is left out": 6, "`5` becomes `6` in `a = 5`": 6, "`a = 6;` is left out": 0,
          "`6` becomes `7` in `a = 6`": 7}),
        ("struct S { int member; S(int x) : member(x) {} };", "S(9).member",
         {"": 9, "`member(x)` becomes `member()`": 0}),
        ("template <class T> struct S { bool member; T t; S(bool b) : member(b) {} S(const S& other); };\n"
         "template <class T> S<T>::S(const S& other) : member(other.member) {}",
         "[] { const S<int> s(true); return S<int>(s).member; }()",
         {"": 1, "`member(b)` becomes `member()`": 0, "`member(other.member)` becomes `member()`": 0}),
        ("struct Isa { static int add(int a, int) { return a; } static int sub(int, int b) { return b; } };\n"
         "template <class Isa> int f(int a, int b) { return Isa::add(a, b); }", "f<Isa>(1, 2)",
         {"": 1, "`Isa::add(a, b)` becomes `Isa::sub`": 2}),
        ("struct A { int held; int load() { return held; } int exchange(int x) { return x; } };\n"
         "int f(A a, int x) { return a.exchange(x); }", "f({3}, 4)",
         {"": 4, "`a.exchange(x)` becomes a load": 3}),
    ],
)  # fmt: skip
def test_results(source: str, call: str, expected: dict[str, int], tmp_path: Path) -> None:
    assert {change: int(result) for change, result in results(source, call, tmp_path)} == expected


@pytest.mark.parametrize(
    "source",
    [
        "constexpr int limit = 3 + 4;",
        "void f() { constexpr int limit = 3 + 4; static_assert(limit < 8); }",
        "template <int n> int g(); template <int n> int f() { return g<n + 1>(); }",
        "template <int n> int f() { if constexpr (n < 4) return n; else return -n; }",
        "int f() { int values[3 + 4]; return sizeof(values); }",
        "int f() { int values[2][3 + 4]; return sizeof(values); }",
        "enum E { first = 1 << 3 };",
        "template <int n> struct S {}; template struct S<3 + 4>;",
        "template <int n> struct S {}; extern template struct S<3 + 4>;",
        "template <int n> struct S {}; template <> struct S<3 + 4> {};",
        "template <class T, int n> struct S {}; template <class T> struct S<T, 7> {};",
        "void check_input(int, int); void f(int a) { check_input(a, 3 + 4); }",
        "struct Isa { static void count_call(); }; void f() { Isa::count_call(); }",
        "struct S { S(int); ~S(); }; void check_rows(S); void f(int a) { check_rows(a + 3); }",
    ],
)
def test_what_the_compiler_evaluates_is_left_alone(source: str, tmp_path: Path) -> None:
    assert find(source, tmp_path) == []


def test_mutants_are_inactive_where_the_compiler_evaluates(tmp_path: Path) -> None:
    source = "constexpr int f(int a) { return a + 4; }\nstatic_assert(f(1) == 5);"
    assert [result for _, result in results(source, "f(1)", tmp_path)] == ["5", "-3", "6"]


def test_names_do_not_depend_on_lines_but_on_repetition(tmp_path: Path) -> None:
    source = "int f(int a, int b) { a = a + b; return a + b; }"
    first, second = find(source, tmp_path), find("\n// more\n" + source, tmp_path)
    assert [mutant.key for mutant in first] == [mutant.key for mutant in second]
    assert [mutant.id for mutant in first] == [mutant.id for mutant in second]
    assert [mutant.line for mutant in second] == [3, 3, 3]
    assert len({mutant.key for mutant in first}) == 3
    assert first[-1].key == "source.cpp f: `a + b` becomes `a - b` (#2)"


def test_lines_are_where_they_were(tmp_path: Path) -> None:
    source = "int f(int a,\n      int b) {\n  return a // first\n      + b;\n}\n"
    (mutant,) = find(source, tmp_path)
    assert rewrite(source.encode(), [(0, edit) for edit in mutant.edits]).count(b"\n") == source.count("\n")


def test_a_sample_depends_on_its_seed_alone(tmp_path: Path) -> None:
    mutants = find("int f(int a) { return a + 1 + 2 + 3 + 4 + 5 + 6 + 7; }", tmp_path)
    assert sample(mutants, 5, 1) == sample(mutants, 5, 1)
    assert sample(mutants, 5, 1) != sample(mutants, 5, 2)
    fewer = [mutant for mutant in mutants if mutant != sample(mutants, 5, 1)[0]]
    assert set(sample(mutants, 5, 1)[1:]) < set(sample(fewer, 5, 1))
