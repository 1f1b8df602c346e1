#include <cstdio>
#include <memory>
#include <stdexcept>

#include "host.hpp"

using lbcrypto::DCRTPoly;
using Factory = lbcrypto::CryptoContextFactory<DCRTPoly>;

// Uses a host as programs use OpenFHE, and writes what it finds: references that are lost or left over are an error.
extern "C" void client() {
  const auto parameters = std::make_shared<lbcrypto::CryptoParametersBase<DCRTPoly>>();
  const std::shared_ptr<lbcrypto::SchemeBase<DCRTPoly>> scheme = std::make_shared<lbcrypto::SchemeCKKSRNS>();
  const auto context = Factory::GetContext(parameters, scheme, lbcrypto::CKKSRNS_SCHEME);
  context->scheme->Enable(lbcrypto::PKE);
  std::shared_ptr<lbcrypto::SchemeBase<DCRTPoly>>(std::make_shared<lbcrypto::SchemeBGVRNS>())->Enable(lbcrypto::PKE);
  std::shared_ptr<lbcrypto::SchemeBase<DCRTPoly>>(std::make_shared<lbcrypto::SchemeBFVRNS>())->Enable(lbcrypto::PKE);
  const auto read = Factory::GetFullContextByDeserializedContext(context);
  try {
    context->scheme->Enable(lbcrypto::UNKNOWN);
  } catch (const std::invalid_argument& error) {
    std::printf("(%s) ", error.what());
  }
  std::printf("%ld %ld %ld\n", parameters.use_count(), scheme.use_count(), read == context ? read.use_count() : 0);
}
