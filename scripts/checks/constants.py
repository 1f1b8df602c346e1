"""The constants of the sources are what docs/bounds.md proves, which is recomputed with them.

A constant names its proof in a comment behind it, `// proof 13.4` for section 13.4 of docs/bounds.md, or says
`// no proof: reason`; proofs/source.py says where such comments are needed and how they are read. This fails where a
comment is missing or names no section, where a section is not recomputed, and where a claim fails with what the sources
say. The claims do not depend on the word size, so they are tried on words of 6 to 8 bits with every modulus and every
operand; the growth of lazy ranges along a transform is followed for every capacity and pass.
"""

from checks import ROOT, CheckError, UsageError
from proofs.declarations import SourceError
from proofs.run import failures
from proofs.source import Source, files_of

USAGE = ""


def check(*arguments: str) -> str:
    if arguments:
        raise UsageError
    try:
        source = Source(files_of(ROOT))
    except SourceError as error:
        raise CheckError(str(error)) from error
    if found := failures(source, (ROOT / "docs/bounds.md").read_text()):
        raise CheckError(*found)
    return f"{source.count()} constants are what {len(source.proved)} proofs of docs/bounds.md say"
