"""Constants of the sources, theorems of proofs/ and documents of docs/bounds/ fit each other.

A constant names its proof in a comment behind it, `// proof 13.4` for section 13.4, or says `// no proof: reason`;
proofs/source.py says where such comments are needed and how they are read. This fails where a comment is missing or
names no section, where a constant with a proof is in no theorem, where a section names no theorem or an unknown one,
where no section names a theorem, and where a document quotes what no source has. scripts/prove checks the
theorems.

--theorems lists each section's theorems, and the constants that each is about.
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
