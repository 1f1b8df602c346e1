#include "multiword/ring.hpp"

namespace ringlet::api {

template <unsigned width>
UInt<width> MultiwordRing<width>::mul(const UInt<width>& a, const UInt<width>& b) const {
  return number(residues_.mul(value(a), value(b)));
}

template UInt<192> MultiwordRing<192>::mul(const UInt<192>&, const UInt<192>&) const;
template UInt<256> MultiwordRing<256>::mul(const UInt<256>&, const UInt<256>&) const;
template UInt<320> MultiwordRing<320>::mul(const UInt<320>&, const UInt<320>&) const;
template UInt<384> MultiwordRing<384>::mul(const UInt<384>&, const UInt<384>&) const;
template UInt<512> MultiwordRing<512>::mul(const UInt<512>&, const UInt<512>&) const;

}  // namespace ringlet::api
