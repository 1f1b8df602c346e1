"""Rust and Go offer all that the C headers declare.

Compares the functions of the C headers with the functions that Rust's safe crate and Go's package call. The list
tests/abi/faces.txt has the exceptions, with reasons. Compares Rust's declarations of the headers, bindings.rs, and the
tables of the functions that words of several lengths have in common, functions.rs for Rust and functions.h for Go, with
what the headers say. --update writes these files. Users need no generator: the files are committed.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from checks import ROOT, CheckError, UsageError, complaints_of

USAGE = "[--update]"
HEADERS = [
    "ringlet.h",
    "word32.h",
    "convolve.h",
    "extension_field.h",
    "rns.h",
    "key_switch.h",
    "linear_transform.h",
    "matrix_ntt.h",
    "multiword.h",
]
BINDINGS = ROOT / "rust/ringlet-sys/src/bindings.rs"
TABLE = ROOT / "rust/ringlet/src/functions.rs"
GO_TABLE = ROOT / "go/functions.h"
EXCEPTIONS = ROOT / "tests/abi/faces.txt"
NOTE = "// Written by scripts/check faces --update.\n"

RUST_TYPES = {
    "uint32_t": "u32",
    "uint64_t": "u64",
    "int64_t": "i64",
    "size_t": "usize",
    "unsigned": "c_uint",
    "char": "c_char",
    "void": "c_void",
}
STRUCT = "#[repr(C)] #[derive(Debug, Copy, Clone)] pub struct"
# Names in the table of types that differ between words.
OF_A_WORD = {
    "u64": "Raw",
    "ringlet_modulus": "Modulus",
    "ringlet_fixed_operand": "FixedOperand",
    "ringlet_ntt": "Ntt",
    "ringlet_matrix_ntt": "MatrixNtt",
    "ringlet_extension_field": "ExtensionField",
}
# Go's parameters and C's arguments, by the types of the tables.
GO_TYPES = {
    "*mut W::Raw": ("uint8_t* {}", "(word*){}"),
    "*const W::Raw": ("const uint8_t* {}", "(const word*){}"),
    "W::Raw": ("ringlet_uint128 {}", "scalar({})"),
    "usize": ("size_t {}", "{}"),
    "u64": ("uint64_t {}", "{}"),
    "c_uint": ("unsigned {}", "{}"),
    "*mut bool": ("bool* {}", "{}"),
    "*const sys::ringlet_executor": ("const ringlet_executor* {}", "{}"),
}
GO_RESULTS = {
    "sys::ringlet_status": "ringlet_status",
    "sys::ringlet_ring": "ringlet_ring",
    "sys::ringlet_order": "ringlet_order",
    "()": "void",
    "usize": "size_t",
    "c_uint": "unsigned",
    "*const c_char": "const char*",
}


def code(path: Path, comment: str) -> str:
    """Returns the text of a file without comments."""
    return re.sub(comment, "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def headers() -> str:
    """Returns the C headers without comments and preprocessor lines, with single spaces."""
    texts = (code(ROOT / "include/ringlet" / name, r"//.*|^#(.*\\\n)*.*") for name in HEADERS)
    return " ".join(" ".join(texts).split())


def rust_type(c: str) -> str:
    """Returns Rust's name for a C type. A pointer to a pointer that is const is an array that is only read."""
    c = c.strip()
    if not c.endswith("*"):
        return RUST_TYPES.get(c, c)
    pointee = c[:-1].strip()
    if pointee.endswith(" const"):
        return f"*const {rust_type(pointee.removesuffix(' const'))}"
    if pointee.startswith("const ") and "*" not in pointee:
        return f"*const {rust_type(pointee.removeprefix('const '))}"
    return f"*mut {rust_type(pointee)}"


def rust_fields(declarations: str, separator: str) -> list[tuple[str, str]]:
    """Returns name and type of each parameter or member. `in` is a keyword in Rust."""
    found = (re.fullmatch(r"(.*?)(\w+)", text.strip()) for text in declarations.split(separator) if text.strip())
    return [({"in": "in_"}.get(field[2], field[2]), rust_type(field[1])) for field in found if field]


def joined(fields: list[tuple[str, str]]) -> str:
    return ", ".join(f"{name}: {type_}" for name, type_ in fields)


class Function:
    """Function of the headers, with Rust's types."""

    def __init__(self, result: str, name: str, parameters: str) -> None:
        self.name = name
        self.parameters = rust_fields("" if parameters == "void" else parameters, ",")
        self.result = "()" if result.strip() == "void" else rust_type(result)

    def declaration(self) -> str:
        result = "" if self.result == "()" else f" -> {self.result}"
        return f"    pub fn {self.name}({joined(self.parameters)}){result};\n"

    def types(self) -> list[str]:
        return [*(type_ for _, type_ in self.parameters), self.result]


def functions(text: str) -> dict[str, Function]:
    found = re.findall(r"RINGLET_API ([^;(]*?)(\w+)\(([^)]*)\);", text)
    return {name: Function(result, name, parameters) for result, name, parameters in found}


def rust_items(text: str) -> Iterator[str]:
    """Yields Rust's declarations of types and enumerators, in the order of the headers."""
    kinds = (
        r"typedef enum (?P<enum>\w+) RINGLET_ENUM_TYPE \{(?P<enumerators>[^}]*)\}",
        r"typedef void \(\*(?P<callback>\w+)\)\((?P<parameters>[^)]*)\);",
        r"typedef struct (?:RINGLET_MAY_ALIAS )?(?P<struct>\w+) (?:\{(?P<members>[^}]*)\} )?(?P=struct);",
    )
    for item in re.finditer("|".join(kinds), text):
        if item["enum"]:
            yield f"pub type {item['enum']} = c_uint;\n"
            for name, value in re.findall(r"(\w+) = (\d+)", item["enumerators"]):
                yield f"pub const {name}: {item['enum']} = {value};\n"
        elif item["callback"]:
            fields = joined(rust_fields(item["parameters"], ","))
            yield f'pub type {item["callback"]} = Option<unsafe extern "C" fn({fields})>;\n'
        elif item["members"]:
            members = item["members"].replace("RINGLET_ALIGNAS_16 ", "")
            alignment = "" if members == item["members"] else "#[repr(align(16))] "
            fields = "".join(f" pub {name}: {type_}," for name, type_ in rust_fields(members, ";"))
            yield f"{alignment}{STRUCT} {item['struct']} {{{fields} }}\n"
        else:
            yield f"{STRUCT} {item['struct']} {{ _unused: [u8; 0] }}\n"


def bindings(text: str, declared: dict[str, Function]) -> str:
    declarations = "".join(function.declaration() for function in declared.values())
    items = "".join(rust_items(text))
    return f'{NOTE}\nuse std::os::raw::{{c_char, c_uint, c_void}};\n\n{items}\nextern "C" {{\n{declarations}}}\n'


def of_any_word(single: str, other: str) -> str:
    """Returns the table's name for a type of words that is `other` for words of another length."""
    if single == other:
        return re.sub(r"\bringlet_", "sys::ringlet_", single)
    pointer, name = re.fullmatch(r"(.*?)(\w+)", single).groups()
    return f"{pointer}W::{OF_A_WORD[name]}"


def functions_of_words(declared: dict[str, Function]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yields the table of each function that words of 32 bits have, its names, and the table's types. The table `words`
    has functions of all words, the table `forms` those that 128-bit words lack."""
    for short, function in declared.items():
        single, double = short.replace("32", ""), short.replace("32", "128")
        if single != short and len(declared[single].types()) == len(function.types()):
            names = [short, single, double] if double in declared else [short, single]
            types = list(map(of_any_word, declared[single].types(), function.types()))
            yield "words" if double in declared else "forms", names, types


def table(declared: dict[str, Function]) -> str:
    texts = []
    for wanted in "words", "forms":
        rows = (
            f"    {names[1].removeprefix('ringlet_')}({', '.join(arguments)}) -> {result} = {', '.join(names)};\n"
            for kind, names, (*arguments, result) in functions_of_words(declared)
            if kind == wanted
        )
        texts.append(f"{wanted}! {{\n{''.join(rows)}}}\n")
    return "\n".join([NOTE, *texts])


def go_parameter(type_: str) -> tuple[str, str]:
    """Returns Go's parameter and C's argument for a type of the tables. All handles have one type."""
    if type_ in GO_TYPES:
        return GO_TYPES[type_]
    if type_.startswith("sys::"):
        return f"{type_.removeprefix('sys::')} {{}}", "{}"
    return f"words_handle*{'*' * type_.startswith('*mut *mut')} {{}}", "(void*){}"


def go_table(declared: dict[str, Function]) -> str:
    """Returns a row for each function of words: the parts of its name, Go's parameters and C's arguments."""
    rows = []
    for kind, names, (*types, result) in functions_of_words(declared):
        pairs = list(map(go_parameter, types))
        parameters = [name for name, _ in declared[names[0]].parameters]
        begin, end = names[0].removeprefix("ringlet_").split("32")
        taken = [pair[0].format(name) for pair, name in zip(pairs, parameters, strict=True)]
        given = ", ".join(pair[1].format(name) for pair, name in zip(pairs, parameters, strict=True))
        if result == "W::Raw":
            row = f"VALUE({begin}, {end}"
            taken.append("uint8_t* result")
        else:
            row = f"{kind.upper()}({GO_RESULTS[result]}, {begin}, {end}"
        rows.append(f"{row}, ({', '.join(taken)}), {given})\n")
    return f"{NOTE}// clang-format off\n\n{''.join(rows)}"


def in_table(called: set[str], declared: dict[str, Function]) -> set[str]:
    """Returns the functions of all words for names that the tables give them."""
    rows = (names for _, names, _ in functions_of_words(declared))
    return {name for names in rows if names[1].removeprefix("ringlet_") in called for name in names}


def called_by_rust(declared: dict[str, Function]) -> set[str]:
    """Returns the functions that the safe crate calls by their names, or by the tables of words."""
    files = [path for path in (ROOT / "rust/ringlet/src").rglob("*.rs") if path != TABLE]
    text = "".join(code(path, r"//.*") for path in files)
    from_table = {*re.findall(r"\b[CF][.](\w+)", text), *re.findall(r"\b(\w+)_in_place: \[", text)}
    return {*re.findall(r"\bringlet_\w+", text), *in_table(from_table, declared)}


def called_by_go(declared: dict[str, Function]) -> set[str]:
    """Returns the functions that Go's package calls by their names, or by the table of words."""
    text = "".join(code(path, r"//.*") for path in ROOT.glob("go/*.go"))
    from_table = set(re.findall(r"\bC[.]words_(\w+)", text))
    return {*re.findall(r"\bringlet_\w+", text), *in_table(from_table, declared)}


def exceptions() -> dict[str, set[str]]:
    """Returns the functions that the list excuses, by face."""
    found: dict[str, set[str]] = {"rust": set(), "go": set()}
    for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines():
        parts = re.fullmatch(r"(rust|go|both) ((?:ringlet_\w+ )+)-- .+", line)
        if not parts:
            raise CheckError(f"{EXCEPTIONS.name}: a line is a face, functions, -- and a reason: {line}")
        for face in found if parts[1] == "both" else [parts[1]]:
            found[face].update(parts[2].split())
    return found


def check(*arguments: str) -> str:
    if arguments not in ((), ("--update",)):
        raise UsageError
    text = headers()
    declared = functions(text)
    failures = []
    texts = {BINDINGS: bindings(text, declared), TABLE: table(declared), GO_TABLE: go_table(declared)}
    for path, wanted in texts.items():
        failures += complaints_of(path, wanted, bool(arguments), "faces")
    excused = exceptions()
    counts = []
    for face, called in {"rust": called_by_rust(declared), "go": called_by_go(declared)}.items():
        lacking, listed = declared.keys() - called, excused[face]
        failures += [f"{face} does not offer {name}" for name in declared if name in lacking - listed]
        failures += [f"{EXCEPTIONS.name} excuses {name}, which {face} offers" for name in sorted(listed - lacking)]
        counts.append(f"{len(declared) - len(lacking)} by {face}")
    if failures:
        raise CheckError(*failures)
    return f"of {len(declared)} C functions, {' and '.join(counts)}"
