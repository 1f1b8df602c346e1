// Stand-in for the adapter's sources: uses the host and Ringlet, and names what has been used.
#include "ringlet/backend.hpp"
#include "ringlet/openfhe/accelerate.hpp"

namespace stand_in {
std::string used();
}

ringlet::openfhe::Report ringlet::openfhe::accelerate(const lbcrypto::CryptoContext<lbcrypto::DCRTPoly>&,
                                                      const Options&) {
  Report report;
  report.backend = stand_in::used() + " Ringlet " + ringlet::backend::at(0).name;
  return report;
}
