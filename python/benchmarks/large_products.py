"""Measures products of long polynomials modulo a prime, by LargeNtt and by FLINT: medians of calls that take turns.

Fails only when a result is wrong. Run it on a quiet machine."""

import argparse
from statistics import median
from time import perf_counter

import flint
import numpy as np

import ringlet


def compare(log_n: int, bits: int, threads: int, repetitions: int) -> None:
    n = 2**log_n
    q = ringlet.ntt_primes(1, bits, n)[0]
    plan = ringlet.LargeNtt(n, q, order="bit_reversed", ring="cyclic")
    random = np.random.default_rng(1)
    x, y, product = (np.zeros(n, dtype=np.uint64) for _ in range(3))
    for factor in (x, y):  # of degree n/2 - 1, so that the product has no degree n
        factor[: n // 2] = random.integers(0, int(q), n // 2, dtype=np.uint64)
    a, b = (flint.nmod_poly(factor[: n // 2].tolist(), int(q)) for factor in (x, y))

    def ours() -> None:
        values = plan.forward(x, threads=threads)
        ringlet.mul(values, plan.forward(y, threads=threads, out=product), q, out=values)
        plan.inverse(values, threads=threads, out=product)

    flint.ctx.threads = threads
    results: list[flint.nmod_poly] = []

    def theirs() -> None:
        results[:] = [a * b]

    times: dict[str, list[float]] = {"ringlet": [], "flint": []}
    for _ in range(repetitions):
        for name, run in (("ringlet", ours), ("flint", theirs)):
            start = perf_counter()
            run()
            times[name].append(perf_counter() - start)
    assert product.tolist()[: n - 1] == [int(c) for c in results[0].coeffs()], "the products differ"
    mine, its = median(times["ringlet"]), median(times["flint"])
    print(
        f"{bits} bits, 2^{log_n} coefficients, {threads} threads: {mine * 1e3:.1f} ms, FLINT / Ringlet {its / mine:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Example: python python/benchmarks/large_products.py --log-n 20 --bits 49"
    )
    parser.add_argument("--log-n", type=int, nargs="+", default=[20, 22, 24])
    parser.add_argument("--bits", type=int, nargs="+", default=[49, 61])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    print(f"FLINT {flint.__FLINT_VERSION__}, Ringlet on {next(b.name for b in ringlet.backends() if b.active)}")
    for bits in arguments.bits:
        for log_n in arguments.log_n:
            compare(log_n, bits, arguments.threads, arguments.repetitions)


if __name__ == "__main__":
    main()
