#pragma once

#include <string>

namespace bench {

/// Prints tables of how many times as fast as another HEXL the functions of libhexl are: the element-wise ones with all
/// their input factors, by length of the modulus and of the vectors. `library` is a shared library with Intel HEXL's
/// interface. Results are compared first.
/// Errors    std::runtime_error: the library cannot be loaded, or the results differ
void print_against_hexl(const std::string& library, bool quick);

}  // namespace bench
