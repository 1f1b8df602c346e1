"""The reader of assembly, and llvm-mca if it is installed."""

from pathlib import Path

import pytest

from reproduce import machine, machine_code

ASSEMBLY = """\
ringlet_lab_add_mqx:                    # @ringlet_lab_add_mqx
	.cfi_startproc
# %bb.0:
	kxorw	%k0, %k0, %k1
	#APP
	vpaddq	%zmm2, %zmm0, %zmm0 {%k1} {z}
	#NO_APP
	vmovdqa64	%zmm0, (%rsi)
	vzeroupper
	retq
.Lfunc_end4:
	.cfi_endproc
another:
	nop
"""


def test_reads_functions_and_marks_proxies() -> None:
    assert machine_code.functions(ASSEMBLY) == {
        "add_mqx": [
            ("kxorw %k0, %k0, %k1", False),
            ("vpaddq %zmm2, %zmm0, %zmm0 {%k1} {z}", True),
            ("vmovdqa64 %zmm0, (%rsi)", False),
        ]
    }


def test_names_a_function_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "kernels.s"
    path.write_text(ASSEMBLY, encoding="utf-8")
    with pytest.raises(machine_code.AnalysisError, match="ringlet_lab_add_avx512"):
        machine_code.analyse("llvm-mca-19", path)


def test_every_operation_on_every_model(programs: Path) -> None:
    llvm_mca = machine.describe().llvm_mca
    found = sorted(programs.glob("**/*machine_code*/kernels*.s"))
    if not llvm_mca or not found:
        pytest.skip("needs llvm-mca of LLVM 19 and the assembly of the kernels")
    rows = machine_code.analyse(llvm_mca, found[0])
    assert len(rows) == len(machine_code.MODELS) * len(machine_code.OPERATIONS) * len(machine_code.ISAS)
    for row in rows:
        assert row["instructions"] == len(row["listing"])
        assert (row["proposed"] > 0) == (row["isa"] == "mqx")
        assert row["block_throughput"] > 0
        assert sum(row["ports"].values()) > 0
