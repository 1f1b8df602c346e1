#pragma once

/// Experiments of ringlet_lab, each in its own file. They print lines, and progress on standard error. `quick` shows
/// that they run, not how fast. All results except projections are verified first.
/// Errors    std::runtime_error: a wrong result
namespace ringlet::lab {

/// Times the papers' transform of 2^14 points with an instruction and with its proxy, in turns (Tables 5 and 6). Prints
/// a line for each, and the relative error of the projection (equation 12), in percent, repetition by repetition.
/// Instructions that this CPU lacks are named on standard error.
void pisa(bool quick);

/// Measures the frequency of the core after transforms, in GHz.
void clock(bool quick);

/// Times transforms of 2^10 to 2^18 points modulo primes of 124 to 509 bits, on the backends that have kernels for both
/// 128-bit words and multiword moduli.
void widths(bool quick);

/// Repeats the measurements of Intel HEXL's Tables 1 to 4 (white paper, 2021) with Ringlet's kernels: transforms and
/// element-wise products of 1024, 4096 and 16384 words modulo a 50-bit prime, on every backend of this CPU.
void hexl(bool quick);

}  // namespace ringlet::lab
