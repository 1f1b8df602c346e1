#include "multiword/ring.hpp"

#include "multiword/widths.hpp"

namespace ringlet::multiword {

template <unsigned width>
UInt<width> MultiwordRing<width>::mul(const UInt<width>& a, const UInt<width>& b) const {
  return number(residues_.mul(value(a), value(b)));
}

#define RINGLET_INSTANTIATE(width) \
  template UInt<width> MultiwordRing<width>::mul(const UInt<width>&, const UInt<width>&) const;
RINGLET_FOR_EACH_WIDTH(RINGLET_INSTANTIATE)

}  // namespace ringlet::multiword
