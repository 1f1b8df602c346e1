"""Constants of the C++ sources, and the comments that name their proofs.

    static constexpr unsigned shortfall = 2;  // proof 4.2
    static constexpr std::size_t breadth = std::size_t{1} << 14;  // no proof: what is fastest
    fold_shift(135 - m.bits),  // proof 13.10
    Columns::put(offset, s, 32);  // proof 13.14

Such a comment belongs to the constant, the function of bounds, the initialiser of a member or the assignment in its
line. If the line is too short for it, it stands in the line above. Commas separate several numbers. Comments are needed
for constants of classes and namespaces: for all constants of arithmetics, and for those of kernels that are bounds.
They are also needed for functions of bounds in arithmetics.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from proofs.declarations import NOT_CODE, Constant, File, Scope, SourceError
from proofs.expressions import LITERALS, ExpressionError, Names, Value, without_template_arguments

FOLDERS = ("src", "lab")
TAG = re.compile(r"//[/<]* (?:proof (?P<numbers>\d+\.\d+(?:, \d+\.\d+)*)|no proof: (?P<reason>\S.*))")
LIKE_A_TAG = re.compile(r"//[/<]*\s*(?:no\s+)?proofs?\b(?!s?: docs/)", re.IGNORECASE)

# Files in which every constant, by its type, needs a proof or a reason to have none, unless it only renames another
# one.
ARITHMETICS = re.compile(r"(src|lab)/(arith|methods)/")
KERNELS = re.compile(r"src/kernels/")
OF_BOUNDS = ("Bound", "Range")
OF_ARITHMETICS = (*OF_BOUNDS, "Traits", "unsigned", "int", "double", "auto", "Word", "_t")
ANOTHER_NAME = re.compile(r"(?:return )?[A-Za-z_][\w: ]*(?:\([A-Za-z_:, ]*\))?;?")

# Other statements that a comment may belong to, and their names: Columns::put(name, x, shift); name(x) of a member;
# .name = x; name = x; return name<x>(...); return x; static_assert(x); if constexpr (x).
STATEMENTS = (
    re.compile(r"(?:\w+::)*put\((?P<name>[\w.]+(?:\[[^\]]*\])*), (?P<value>.*), (?P<shift>[^,()]+)\);"),
    re.compile(r"(?:: )?(?P<name>\w+)\((?P<value>.*)\)(?:,|\s*\{.*)"),
    re.compile(r"(?:.*[{\s])?\.(?P<name>\w+) = (?P<value>.*?)(?:,|\};?)"),
    re.compile(r"(?:.*\s)?(?P<name>[\w.]+(?:\[[^\]]*\])*) = (?P<value>.*);"),
    re.compile(r"return (?P<name>\w+)<\((?P<value>.*)\)>\(.*\);"),
    re.compile(r"(?P<name>return) (?P<value>.*);"),
    re.compile(r"(?P<name>static_assert)\((?P<value>.*)\);"),
    re.compile(r"(?:\} else )?(?P<name>if) constexpr \((?P<value>.*)\)(?: \{)?"),
)


def needs_a_proof(constant: Constant) -> bool:
    is_arithmetic = ARITHMETICS.match(constant.path) is not None
    types = OF_ARITHMETICS if is_arithmetic else OF_BOUNDS if KERNELS.match(constant.path) else ()
    if "constexpr" not in constant.kind or not constant.kind.endswith(types):
        return False
    if constant.parameters is not None and not (is_arithmetic and constant.kind.endswith(OF_BOUNDS)):
        return False
    return not ANOTHER_NAME.fullmatch(without_template_arguments(constant.text).strip())


def files_of(root: Path) -> dict[str, str]:
    """Returns the sources by their paths."""
    paths = (path for folder in FOLDERS for path in (root / folder).rglob("*.[ch]pp"))
    return {str(path.relative_to(root)): path.read_text() for path in paths}


class Source:
    """All constants, by the numbers of their proofs."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.everywhere = Scope("")
        self.files = [File(path, text, self.everywhere) for path, text in sorted(files.items())]
        self.classes: dict[str, list[Scope]] = {}
        for scope in (scope for file in self.files for scope in file.scopes):
            self.classes.setdefault(scope.name, []).append(scope)
        self.aliases = {file.path: file.aliases for file in self.files}
        self.proved: dict[str, list[Constant]] = {}
        # Constants whose value has been asked for.
        self.used: set[Constant] = set()
        for file in self.files:
            for line, tag in self.tags_of(file):
                constant = self.constant_at(file, line)
                if constant.numbers or constant.reason:
                    raise SourceError(f"{constant.place} has two comments that name proofs")
                constant.reason = tag["reason"] or ""
                constant.numbers = tuple(tag["numbers"].split(", ")) if tag["numbers"] else ()
                for number in constant.numbers:
                    self.proved.setdefault(number, []).append(constant)

    def without_proof(self) -> Iterator[Constant]:
        for file in self.files:
            for constant in file.constants:
                if needs_a_proof(constant) and not constant.numbers and not constant.reason:
                    yield constant

    def count(self) -> int:
        """Returns the number of constants with a proof."""
        return len({id(constant) for constants in self.proved.values() for constant in constants})

    # ---- comments ----

    @staticmethod
    def tags_of(file: File) -> Iterator[tuple[int, re.Match[str]]]:
        """Yields the comments that name proofs, each with the line of the code that it belongs to."""
        for comment in NOT_CODE.finditer(file.text):
            text = comment[0].rstrip()
            line = file.line_of(comment.start())
            tag = TAG.fullmatch(text)
            if tag is None:
                if text.startswith("//") and LIKE_A_TAG.match(text):
                    raise SourceError(f"{file.path}:{line}: write `// proof N.M` or `// no proof: reason`: {text}")
                continue
            following = (at for at in range(line, len(file.lines) + 1) if file.code_of(at))
            yield next(following, line), tag

    @classmethod
    def constant_at(cls, file: File, line: int) -> Constant:
        """Returns the constant that a comment in `line` belongs to."""
        around = [constant for constant in file.constants if constant.first <= line <= constant.last]
        constant = max(around, key=lambda constant: constant.first, default=None)
        if constant is not None:
            is_constructor = constant.name == constant.scope.name
            if not is_constructor and not file.code_of(line).startswith("."):
                return constant
        text = cls.statement_at(file, line)
        scopes = [extent for extent in file.extents if extent[0] <= line <= extent[1]]
        scope = max(scopes, key=lambda extent: extent[0])[2]
        for statement in STATEMENTS:
            if match := statement.fullmatch(text):
                parts = match.groupdict()
                value = f"({parts['value']}) << ({parts['shift']})" if "shift" in parts else parts["value"]
                return Constant(match["name"], value, scope, file.path, line, line)
        raise SourceError(f"{file.path}:{line}: the comment belongs to nothing that has a proof: {text}")

    @staticmethod
    def statement_at(file: File, line: int) -> str:
        """Returns the statement that ends in `line`, with the lines before it if it begins there."""
        text = file.code_of(line)
        while not text.startswith(": "):
            before = file.code_of(line - 1)
            if text.count("(") == text.count(")") and re.search(r"[;:{},]$|^$", before):
                break
            text = f"{before} {text}"
            line -= 1
        return text

    # ---- values ----

    def value(self, constant: Constant, known: Mapping[str, Value]) -> Value:
        """Returns a number or a range or, for a function, a function that computes one. `known` has the meanings of
        names that the sources leave open, above all parameters of templates."""
        self.used.add(constant)
        names = self.names(constant.scope, constant.path, known)
        parameters = constant.parameters
        if parameters is None:
            return constant.evaluation(names)

        def function(*arguments: Value) -> Value:
            given = dict(zip(parameters, arguments, strict=True))
            return constant.evaluation(lambda name: given[name] if name in given else names(name))

        return function

    def names(self, scope: Scope, path: str, known: Mapping[str, Value]) -> Names:
        def meaning(name: str) -> Value:
            owner, _, name = name.rpartition("::")
            if name in known:
                return known[name]
            policies = self.policies_with(name) if owner == "Isa" else []
            owner = self.aliases[path].get(owner, owner)
            owners = [inner for inner in self.classes.get(owner, []) if self.admits(inner, known)]
            scopes = policies or owners or [scope]
            candidates = [constant for inner in scopes if (constant := self.find(inner, name)) is not None]
            if not candidates:
                raise KeyError(name)
            if len(candidates) > 1:
                raise ExpressionError(f"{owner}::{name} is ambiguous")
            return self.value(candidates[0], known)

        return meaning

    def policies_with(self, name: str) -> list[Scope]:
        """Returns the policy of src/isa with a constant of that name, if it is unique: the meaning of Isa::name."""
        scopes = [scope for file in self.files if file.path.startswith("src/isa/") for scope in file.scopes]
        found = [scope for scope in scopes if scope.members.get(name)]
        return found if len(found) == 1 else []

    def admits(self, scope: Scope, known: Mapping[str, Value]) -> bool:
        """Returns whether a specialisation is the one for these values of the template's parameters."""
        primary = next((other for other in self.classes.get(scope.name, []) if not other.arguments), None)
        given = zip(primary.parameters, scope.arguments, strict=False) if primary else ()
        values = ((name, int(text) if text.isdigit() else LITERALS.get(text)) for name, text in given)
        return all(value is None or known.get(name, value) == value for name, value in values)

    def find(self, scope: Scope | None, name: str) -> Constant | None:
        while scope is not None:
            found = scope.members.get(name) or self.inherited(scope, name)
            if len(found) > 1:
                raise ExpressionError(f"{name} is ambiguous: {', '.join(constant.place for constant in found)}")
            if found:
                return found[0]
            scope = scope.outer
        return None

    def inherited(self, scope: Scope, name: str) -> list[Constant]:
        bases = [base for name in scope.bases for base in self.classes.get(name, [])]
        return [constant for base in bases for constant in base.members.get(name) or self.inherited(base, name)]
