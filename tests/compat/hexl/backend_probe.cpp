// Calls one of HEXL's functions first, as a client would, and prints the backend that is active afterwards.

#include <cstdint>
#include <iostream>
#include <string_view>

#include "hexl/hexl.hpp"
#include "ringlet/backend.hpp"

int main(int argc, char** argv) {
  const std::string_view function = argc > 1 ? argv[1] : "";
  using namespace intel::hexl;
  std::uint64_t x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (function == "AddMod") EltwiseAddMod(x, x, x, 8, 97);
  if (function == "AddScalarMod") EltwiseAddMod(x, x, 1, 8, 97);
  if (function == "SubMod") EltwiseSubMod(x, x, x, 8, 97);
  if (function == "SubScalarMod") EltwiseSubMod(x, x, 1, 8, 97);
  if (function == "MultMod") EltwiseMultMod(x, x, x, 8, 97, 1);
  if (function == "FMAMod") EltwiseFMAMod(x, x, 1, x, 8, 97, 1);
  if (function == "ReduceMod") EltwiseReduceMod(x, x, 8, 97, 97, 1);
  if (function == "CmpAdd") EltwiseCmpAdd(x, x, 8, CMPINT::LT, 3, 1);
  if (function == "CmpSubMod") EltwiseCmpSubMod(x, x, 8, 97, CMPINT::LT, 3, 1);
  if (function == "NTT") NTT(8, 97).ComputeForward(x, x, 1, 1);
  if (function == "NTTWithRoot") NTT(8, 97, MinimalPrimitiveRoot(16, 97)).ComputeForward(x, x, 1, 1);
  std::cout << ringlet::backend::active() << '\n';
}
