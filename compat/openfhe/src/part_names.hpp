#pragma once

#include <openfhe.h>

namespace ringlet::openfhe {

/// Names the protected parts of a scheme. A derived class may, and pointers to members of a base apply to each object
/// of it.
class PartNames : public lbcrypto::SchemeBase<lbcrypto::DCRTPoly> {
 public:
  static constexpr auto key_switch = &PartNames::m_KeySwitch;
  static constexpr auto leveled = &PartNames::m_LeveledSHE;
  static constexpr auto fhe = &PartNames::m_FHE;
};

}  // namespace ringlet::openfhe
