"""The constants of the sources, the theorems of proofs/ and the documents of docs/bounds/ fit each other.

A constant names its proof in a comment behind it, `// proof 13.4` for section 13.4, or has `// no proof: reason`;
proofs/source.py describes where such comments are needed and how they are read. This check fails if a comment is
missing or names no section, if a constant with a proof is in no theorem, if a section names no theorem or an unknown
one, if no section names a theorem, and if a document quotes a name that no source has. scripts/prove checks the
theorems.

--theorems lists each section's theorems, and the constants that each theorem is about.
"""

from checks import ROOT, CheckError, UsageError
from proofs.declarations import SourceError
from proofs.documents import complaints, sections_of
from proofs.reader import ClaimError
from proofs.source import Source, files_of
from proofs.theorems import ProofError, Theorems

USAGE = "[--theorems]"


def check(*arguments: str) -> str:
    if arguments not in ((), ("--theorems",)):
        raise UsageError
    documents = {str(path.relative_to(ROOT)): path.read_text() for path in sorted(ROOT.glob("docs/bounds/*.md"))}
    try:
        source = Source(files_of(ROOT))
        theorems = Theorems(ROOT / "proofs", source)
    except (ClaimError, ProofError, SourceError) as error:
        raise CheckError(str(error)) from error
    if found := list(complaints(source, theorems, documents)):
        raise CheckError(*found)
    sections = sections_of(documents)
    if arguments:
        for section in sections:
            for theorem, file in section.theorems:
                print(section.number, f"{file}.v", theorem, *sorted(theorems.constants_of(theorem)))
    return f"{source.count()} constants, {len(theorems.files)} theorems, {len(sections)} sections"
