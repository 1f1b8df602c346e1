#include "multiword/ring.hpp"

namespace ringlet::api {

template <unsigned width>
UInt<width> WideRing<width>::mul(const UInt<width>& a, const UInt<width>& b) const {
  return number(residues_.mul(value(a), value(b)));
}

template UInt<192> WideRing<192>::mul(const UInt<192>&, const UInt<192>&) const;
template UInt<256> WideRing<256>::mul(const UInt<256>&, const UInt<256>&) const;
template UInt<320> WideRing<320>::mul(const UInt<320>&, const UInt<320>&) const;
template UInt<384> WideRing<384>::mul(const UInt<384>&, const UInt<384>&) const;
template UInt<512> WideRing<512>::mul(const UInt<512>&, const UInt<512>&) const;

}  // namespace ringlet::api
