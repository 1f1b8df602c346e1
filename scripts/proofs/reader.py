"""Returns the constants of a section by their comments, with values for their open variables."""

from proofs.declarations import Constant
from proofs.expressions import ExpressionError, Value
from proofs.source import Source


class ClaimError(Exception):
    """Constants are missing, or disagree."""


class Reader:
    """Constants of one section."""

    def __init__(self, source: Source, number: str) -> None:
        self.source = source
        self.number = number

    def __call__(self, name: str, /, **known: Value) -> Value:
        """Returns the constant with a name, `owner::name` if several classes have one. `known` has values for the open
        variables of its expression, above all parameters of templates."""
        owner, separator, member = name.partition("::")
        if separator and owner.isidentifier():
            name = member
        else:
            owner = ""
        found = [constant for constant in self.source.proved.get(self.number, []) if constant.name == name]
        found = [constant for constant in found if owner in ("", constant.scope.name)]
        found = [constant for constant in found if self.source.admits(constant.scope, known)]
        if not found:
            raise ClaimError(f"no constant {name} has the comment `// proof {self.number}`")
        return self.agreed([self.evaluated(constant, known) for constant in found], found)

    def evaluated(self, constant: Constant, known: dict[str, Value]) -> Value:
        try:
            value = self.source.value(constant, known)
        except KeyError as name:
            raise ClaimError(f"{constant.place}: {name} has no meaning") from None
        except ExpressionError as error:
            raise ClaimError(f"{constant.place}: {error}") from None
        if constant.parameters is None:
            return value

        def function(*arguments: Value) -> Value:
            try:
                return value(*arguments)
            except KeyError as name:
                raise ClaimError(f"{constant.place}: {name} has no meaning") from None

        return function

    @staticmethod
    def agreed(values: list[Value], constants: list[Constant]) -> Value:
        """Returns the value that several constants of one name share."""
        if callable(values[0]):
            return lambda *arguments: Reader.agreed([value(*arguments) for value in values], constants)
        for value, constant in zip(values, constants, strict=True):
            if value != values[0]:
                raise ClaimError(f"{constant.place}: {value} is not the value of {constants[0].place}")
        return values[0]
