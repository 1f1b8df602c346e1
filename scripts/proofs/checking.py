"""What a failing claim looks like."""


class ClaimError(Exception):
    """A claim of docs/bounds.md does not hold for some values."""


def check(condition: bool, claim: str, *values: object) -> None:
    if not condition:
        raise ClaimError(f"{claim} fails for {values}")
