#include "host.hpp"

#include <cstdio>
#include <stdexcept>

// Functions that write their names, and that of their library.
namespace lbcrypto {
namespace {

void write(const char* function) { std::printf("%s:%s ", HOST, function); }

void enable(const char* function, PKESchemeFeature feature) {
  write(function);
  if (feature == UNKNOWN) throw std::invalid_argument("no such feature");
}

}  // namespace

void SchemeCKKSRNS::Enable(PKESchemeFeature feature) { enable("ckks", feature); }
void SchemeBGVRNS::Enable(PKESchemeFeature feature) { enable("bgv", feature); }
void SchemeBFVRNS::Enable(PKESchemeFeature feature) { enable("bfv", feature); }

template <>
CryptoContext<DCRTPoly> CryptoContextFactory<DCRTPoly>::GetContext(
    std::shared_ptr<CryptoParametersBase<DCRTPoly>> parameters, std::shared_ptr<SchemeBase<DCRTPoly>> scheme, SCHEME) {
  write("get");
  auto context = std::make_shared<CryptoContextImpl<DCRTPoly>>();
  context->parameters = parameters;
  context->scheme = scheme;
  return context;
}

template <>
CryptoContext<DCRTPoly> CryptoContextFactory<DCRTPoly>::GetFullContextByDeserializedContext(
    CryptoContext<DCRTPoly> context) {
  write("read");
  return context;
}

}  // namespace lbcrypto
