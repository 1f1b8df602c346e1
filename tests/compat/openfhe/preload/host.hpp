// Stand-in for OpenFHE in tests of the library to preload: classes and functions with the names that it replaces.
#pragma once

#include <memory>

namespace bigintdyn {
template <class Word>
class ubint;
template <class Integer>
class mubintvec;
}  // namespace bigintdyn

namespace lbcrypto {

template <class Vector>
class DCRTPolyImpl;
using DCRTPoly = DCRTPolyImpl<bigintdyn::mubintvec<bigintdyn::ubint<unsigned long>>>;

enum PKESchemeFeature { PKE = 1, LEVELEDSHE = 8, UNKNOWN = 99 };
enum SCHEME { CKKSRNS_SCHEME };

template <class Element>
struct CryptoParametersBase {
  virtual ~CryptoParametersBase() = default;
};

template <class Element>
struct SchemeBase {
  virtual ~SchemeBase() = default;
  virtual void Enable(PKESchemeFeature feature) = 0;
};
struct SchemeCKKSRNS : SchemeBase<DCRTPoly> {
  void Enable(PKESchemeFeature feature) override;
};
struct SchemeBGVRNS : SchemeBase<DCRTPoly> {
  void Enable(PKESchemeFeature feature) override;
};
struct SchemeBFVRNS : SchemeBase<DCRTPoly> {
  void Enable(PKESchemeFeature feature) override;
};

template <class Element>
struct CryptoContextImpl {
  virtual ~CryptoContextImpl() = default;
  std::shared_ptr<CryptoParametersBase<Element>> parameters;
  std::shared_ptr<SchemeBase<Element>> scheme;
};
template <class Element>
using CryptoContext = std::shared_ptr<CryptoContextImpl<Element>>;

template <class Element>
struct CryptoContextFactory {
  static CryptoContext<Element> GetContext(std::shared_ptr<CryptoParametersBase<Element>> parameters,
                                           std::shared_ptr<SchemeBase<Element>> scheme, SCHEME id);
  static CryptoContext<Element> GetFullContextByDeserializedContext(CryptoContext<Element> context);
};
template <>
CryptoContext<DCRTPoly> CryptoContextFactory<DCRTPoly>::GetContext(
    std::shared_ptr<CryptoParametersBase<DCRTPoly>> parameters, std::shared_ptr<SchemeBase<DCRTPoly>> scheme,
    SCHEME id);
template <>
CryptoContext<DCRTPoly> CryptoContextFactory<DCRTPoly>::GetFullContextByDeserializedContext(
    CryptoContext<DCRTPoly> context);

}  // namespace lbcrypto
